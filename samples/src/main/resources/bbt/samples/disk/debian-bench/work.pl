# Hashes, regular expressions, closures, sorting and formatting: what a Perl program spends its time on.
use strict;
use warnings;

my ($n, %count, @words) = (12345);
for (1 .. 240_000) {
  $n = ($n * 1103515245 + 12345) % 2147483648;
  my $word = sprintf "%x", $n % 9973;
  $count{$word}++;
  push @words, $word if $_ % 4 == 0;
}
my @most = sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
print "@most[0 .. 9]\n";
my $text = join " ", @words;
my $found = () = $text =~ /\b([a-f])\d+\1?\b/g;
(my $turned = $text) =~ s/(\d)([a-f])/$2$1/g;
print $found, " ", length $turned, " ", unpack("%32C*", $turned), "\n";
my @sieve = (1) x 240_000;
my $primes = 0;
for my $i (2 .. $#sieve) {
  next unless $sieve[$i];
  $primes++;
  for (my $j = $i * $i; $j < @sieve; $j += $i) { $sieve[$j] = 0 }
}
my $fib;
$fib = sub { my $k = shift; $k < 2 ? $k : $fib->($k - 1) + $fib->($k - 2) };
print $primes, " ", $fib->(22), "\n";
