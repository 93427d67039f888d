package bbt.reconstruct.names;

import bbt.ptg.guest.GuestIsa;
import bbt.ptg.symbols.Demangler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the addresses of a name of code, as any command prints it. A function whose name a compiler
 * mangled has three: the compiler's, the whole one that people write ({@code ns::f(int)}), and a
 * brief one without parameters ({@code ns::f}), which may be that of several.
 */
public final class CodeNames {
  private static final Pattern OFFSET = Pattern.compile("(.+)\\+(0x[0-9a-fA-F]{1,16}|\\d{1,18})");

  /** An image that is not the program itself. */
  private static final Pattern NUMBERED = Pattern.compile("(.+)~([1-9]\\d{0,3})");

  private final TraceSymbols symbols;
  private final Set<String> tasks;

  /**
   * What code may be called of that no symbol names: files and, where these are not known, tasks.
   */
  private final Set<String> programs;

  /** Functions by name. */
  private final NavigableMap<String, List<Integer>> byName = new TreeMap<>();

  /** Functions by their compiler's name and by their brief one, where it is no name of others. */
  private final NavigableMap<String, List<Integer>> byOther = new TreeMap<>();

  /** The brief names that mean one function alone, by its name. */
  private final Map<String, String> brief = new HashMap<>();

  CodeNames(TraceSymbols symbols, Set<String> tasks) {
    this.symbols = symbols;
    this.tasks = tasks;
    this.programs = new TreeSet<>(tasks);
    symbols.images().stream()
        .map(ProcessImages::program)
        .filter(Objects::nonNull)
        .forEach(programs::add);
    List<Integer> mangled = new ArrayList<>();
    for (int id = 0; id < symbols.count(); id++) {
      TraceSymbols.Function function = symbols.function(id);
      byName.computeIfAbsent(function.name(), k -> new ArrayList<>(1)).add(id);
      if (!function.symbol().equals(function.name())) {
        mangled.add(id);
      }
    }
    for (int id : mangled) {
      String symbol = symbols.function(id).symbol();
      byOther.computeIfAbsent(symbol, k -> new ArrayList<>(1)).add(id);
      String its = Demangler.brief(symbol);
      if (!byName.containsKey(its)) {
        byOther.computeIfAbsent(its, k -> new ArrayList<>(1)).add(id);
        brief.put(symbols.function(id).name(), its);
      }
    }
    brief.values().removeIf(its -> meant(its).size() > 1);
  }

  /**
   * A function's name as a table for people shows it: the brief one if that means no other
   * function, else the whole one.
   */
  public String shown(String name) {
    return brief.getOrDefault(name, name);
  }

  /** The names of the functions that a word means; empty if it is no name of a function. */
  public Set<String> meant(String word) {
    Set<String> meant = new LinkedHashSet<>();
    for (int id : functions(word)) {
      meant.add(symbols.function(id).name());
    }
    return meant;
  }

  private List<Integer> functions(String word) {
    List<Integer> named = byName.get(word);
    return named != null ? named : byOther.getOrDefault(word, List.of());
  }

  /**
   * The addresses that a word means: a symbol (all of that name), {@code symbol+0x12}, code of a
   * program ({@code program+0x1234}), a hexadecimal address. Code that was executed at several
   * addresses (a kernel before its page tables were on, a library) is meant at all of them.
   *
   * @return empty if it means nothing in this trace
   */
  public List<CodeAddress> addresses(String word) {
    List<CodeAddress> found = symbol(word, 0);
    Matcher m = OFFSET.matcher(word);
    if (!found.isEmpty() || !m.matches()) {
      return found.isEmpty() ? address(word, 0) : found;
    }
    String name = m.group(1);
    String digits = m.group(2);
    long offset = digits.startsWith("0x") ? address(digits) : Long.parseLong(digits);
    found = symbol(name, offset);
    if (found.isEmpty()) {
      found = program(name, offset);
    }
    return found.isEmpty() ? address(name, offset) : found;
  }

  /** Where code that no symbol names was executed first, of a guest that copied itself. */
  public long original(long address) {
    return address - symbols.copied(address);
  }

  private List<CodeAddress> address(String word, long offset) {
    Long address = address(word);
    if (address == null) {
      return List.of();
    }
    List<CodeAddress> found = new ArrayList<>(List.of(CodeAddress.anywhere(address + offset)));
    symbols.copies(address + offset).forEach(each -> found.add(CodeAddress.anywhere(each)));
    return found;
  }

  private List<CodeAddress> program(String name, long offset) {
    Set<CodeAddress> found = new LinkedHashSet<>();
    if (programs.contains(name)) { // whatever it looks like
      found.addAll(image(name, 0, offset));
    }
    if (name.endsWith(TraceSymbols.ANONYMOUS)) {
      String program = name.substring(0, name.length() - TraceSymbols.ANONYMOUS.length());
      if (programs.contains(program)
          && symbols.images().stream().anyMatch(its -> its.is(program) && its.anonymous(offset))) {
        found.add(CodeAddress.of(offset, program));
      }
    }
    Matcher m = NUMBERED.matcher(name);
    if (m.matches() && programs.contains(m.group(1))) {
      found.addAll(image(m.group(1), Integer.parseInt(m.group(2)), offset));
    }
    // Which process had which images when is not known here: those that executed the page are.
    List<CodeAddress> executed =
        found.stream().filter(each -> symbols.userPages().executed(each.address())).toList();
    return executed.isEmpty() ? List.copyOf(found) : executed;
  }

  private List<CodeAddress> image(String program, int number, long offset) {
    List<CodeAddress> found = new ArrayList<>();
    for (ProcessImages its : symbols.images().stream().filter(each -> each.is(program)).toList()) {
      for (long address : its.addresses(number, offset)) {
        found.add(CodeAddress.of(address, program));
      }
    }
    return found;
  }

  private List<CodeAddress> symbol(String name, long offset) {
    List<CodeAddress> found = new ArrayList<>();
    for (int id : functions(name)) {
      found.addAll(symbols.executedAt(id, offset));
    }
    for (ProcessImages its : found.isEmpty() ? symbols.images() : List.<ProcessImages>of()) {
      its.made(name).forEach(start -> found.add(CodeAddress.anywhere(start + offset)));
    }
    return found;
  }

  /** A hexadecimal address, with or without 0x (then of at least four digits); null if none. */
  public static Long address(String word) {
    String digits = word.startsWith("*") ? word.substring(1) : word;
    boolean marked = digits.startsWith("0x") || digits.startsWith("0X");
    digits = (marked ? digits.substring(2) : digits).replace("_", "");
    if (digits.isEmpty() || digits.length() > 16 || !marked && digits.length() < 4) {
      return null;
    }
    try {
      return Long.parseUnsignedLong(digits, 16);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * Names that begin with a prefix, at most so many; of code without symbols {@code program+0x},
   * behind which an offset belongs.
   */
  public List<String> startingWith(String prefix, int limit) {
    List<String> found = new ArrayList<>();
    for (String program : programs) {
      if ((program + "+0x").startsWith(prefix)) {
        found.add(program + "+0x");
      }
    }
    for (NavigableMap<String, List<Integer>> each : List.of(byName, byOther)) {
      each.tailMap(prefix, true).keySet().stream()
          .takeWhile(name -> name.startsWith(prefix))
          .limit(limit)
          .forEach(found::add);
    }
    return found.stream().sorted().limit(limit).toList();
  }

  /** The names of tasks, sorted. */
  public List<String> tasks() {
    return List.copyOf(tasks);
  }

  /** The guest whose code it is. */
  public GuestIsa guest() {
    return symbols.guest();
  }

  /** Functions whose names a pattern is found in, by name. */
  public List<TraceSymbols.Function> matching(Pattern pattern) {
    List<TraceSymbols.Function> found = new ArrayList<>();
    byName.forEach(
        (name, all) -> {
          if (pattern.matcher(name).find()) {
            all.forEach(id -> found.add(symbols.function(id)));
          }
        });
    return found;
  }

  /** The names nearest to one that is not there, for a message. */
  public List<String> like(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return byName.keySet().stream()
        .filter(each -> each.toLowerCase(Locale.ROOT).contains(lower))
        .sorted(Comparator.comparingInt(String::length))
        .limit(4)
        .toList();
  }
}
