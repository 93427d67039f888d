package bbt.reconstruct.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines and blocks of functions say what was executed, each instruction once. */
class CodeProfileTest {
  private static Report analyse(Path trace) throws IOException {
    return new Analysis(trace).want(ReportPart.CODE).run();
  }

  @Test
  void tinyTrace(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("tiny.bbt");
    TinyTrace.write(file);
    Report analysis = analyse(file);
    assertEquals(23, analysis.code().instructions());
    for (FunctionProfile f : analysis.profile().functions()) {
      List<FunctionCode> same =
          analysis.code().functions().stream()
              .filter(c -> c.program().equals(f.program()) && c.address() == f.address())
              .toList();
      assertEquals(1, same.size(), f::toString);
      assertEquals(f.name(), same.getFirst().name());
      assertEquals(f.self(), same.getFirst().instructions(), f::toString);
    }
    FunctionCode leaf = analysis.code().named("leaf").getFirst();
    // The page fault behind its first instruction splits no block.
    assertEquals(1, leaf.blocks().size());
    assertEquals(2, leaf.entries());
    assertEquals(4, leaf.instructions());
    assertEquals(CodeLine.Flow.RETURN, leaf.blocks().getFirst().last().flow());
    FunctionCode main = analysis.code().named("main").getFirst();
    assertEquals(leaf.address(), main.blocks().getFirst().last().target());
    assertEquals(leaf, analysis.code().at(leaf.address() + 2).getFirst());
    String text = print(leaf, analysis.code().instructions());
    assertTrue(text.contains("leaf (kernel) at 0xffffffff80000100\n4 instructions, 17.39 %"), text);
    assertTrue(text.contains("       2  50.00 %           ffffffff80000102  ret\n"), text);
  }

  private static String print(FunctionCode function, long whole) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    new FunctionListing(function, whole, address -> null, false).print(out);
    out.flush();
    return text.toString();
  }

  @Property(tries = 60)
  void everyInstructionIsInOneLine(
      @ForAll long seed, @ForAll boolean compact, @ForAll @IntRange(min = 1, max = 3) int harts)
      throws IOException {
    RandomGuest guest = new RandomGuest(seed);
    Path file = Files.createTempFile("random", ".bbt");
    try {
      guest.run(file, compact, 10_000, harts);
      CodeProfile code = analyse(file).code();
      assertEquals(guest.addresses.size(), code.instructions());
      Map<List<Long>, Long> expected = new HashMap<>();
      guest.executed.forEach(
          (place, times) ->
              expected.merge(List.of(place.address(), (long) place.bits()), times, Long::sum));
      Map<List<Long>, Long> found = new HashMap<>();
      long sum = 0;
      for (FunctionCode f : code.functions()) {
        sum += f.instructions();
        Set<List<Long>> own = new HashSet<>();
        for (Block block : f.blocks()) {
          long at = block.address();
          for (CodeLine line : block.lines()) {
            assertEquals(at, line.address());
            assertTrue(own.add(List.of(line.address(), (long) line.bits())));
            assertTrue(line.taken() <= line.executions());
            assertTrue(line == block.last() || line.flow() == CodeLine.Flow.NEXT);
            found.merge(List.of(line.address(), (long) line.bits()), line.executions(), Long::sum);
            at = line.next();
          }
        }
        print(f, code.instructions());
      }
      assertEquals(code.instructions(), sum);
      assertTrue(expected.equals(found), "lines differ from what was executed");
      long taken = guest.taken.values().stream().mapToLong(Long::longValue).sum();
      assertEquals(
          taken,
          code.functions().stream()
              .flatMap(f -> f.lines().stream())
              .mapToLong(CodeLine::taken)
              .sum());
    } finally {
      Files.delete(file);
    }
  }
}
