package bbt.reconstruct.diff.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.diff.DiffMaker;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.find.Divergence;
import bbt.reconstruct.diff.find.DivergenceFrame;
import bbt.reconstruct.diff.find.DivergenceKind;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.CodeNames;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.testing.CallingGuest;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A comparison calls code by the names that the stepper and all other commands use. */
@Timeout(300)
class DiffNamesTest {
  private static final int LENGTH = 8000;

  /** Code without a symbol as it stands in a line of text. */
  private static final Pattern NAMELESS = Pattern.compile("[a-z]\\w*(~\\d)?\\+0x[0-9a-f]+");

  /** An address of a program alone; those of the kernel have more digits. */
  private static final Pattern BARE = Pattern.compile("(to )?0x[0-9a-f]{1,8}");

  @TempDir private Path folder;
  private Path a;
  private Path b;
  private CodeNames inA;
  private CodeNames inB;

  /** Stack lines in user mode that were compared. */
  private int compared;

  private DiffResult diff(int seed, int harts, int forkAt) throws IOException {
    a = folder.resolve("a");
    b = folder.resolve("b");
    CallingGuest.Options options = new CallingGuest.Options(harts, 8, true, false, true);
    new CallingGuest(seed, options).run(a, LENGTH);
    new CallingGuest(seed, options).forked(forkAt, ~seed).run(b, LENGTH);
    inA = TraceSymbols.read(a, BinaryFiles.NONE).names();
    inB = TraceSymbols.read(b, BinaryFiles.NONE).names();
    return new DiffMaker(a, b).run();
  }

  @Test
  void everyNameMeansWhatItCameFrom() throws IOException {
    Set<String> names = new HashSet<>();
    for (int seed = 1; seed <= 4; seed++) {
      for (int forkAt : new int[] {900, 3000, 3100, 6000, 7000}) {
        DiffResult diff = diff(seed, 1 + seed % 2, forkAt);
        assertNotNull(diff.divergence());
        JsonNode json = JsonDiff.tree(diff, 1_000_000);
        JsonNode parts = json.get("divergence");
        places(parts.get("a"), inA);
        places(parts.get("b"), inB);
        places(parts.get("before"), inA);
        places(parts.get("lastLine"), inA);
        for (JsonNode each : json.at("/changes/functions")) {
          means(each.get("name").asText(), each.get("fate").asText());
        }
        for (JsonNode each : json.at("/changes/paths")) {
          each.get("path").forEach(frame -> means(frame.asText(), each.get("fate").asText()));
        }
        for (JsonNode each : json.at("/changes/script/largest")) {
          each.get("path").forEach(frame -> means(frame.asText(), each.get("kind").asText()));
        }
        Matcher m = NAMELESS.matcher(parts.toString());
        while (m.find()) {
          names.add(m.group());
          boolean known =
              !inA.addresses(m.group()).isEmpty() && !inB.addresses(m.group()).isEmpty();
          assertTrue(known, m::group);
        }
      }
    }
    assertTrue(names.stream().anyMatch(name -> name.startsWith("prog")), names::toString);
    assertTrue(names.size() > 100, names::toString);
  }

  /** Addresses have their names beside them. */
  private static void places(JsonNode part, CodeNames its) {
    for (JsonNode each : part.findParents("place")) {
      String name = each.get("place").asText();
      long address = Long.parseUnsignedLong(each.get("address").asText().substring(2), 16);
      boolean found = its.addresses(name).stream().anyMatch(at -> at.address() == address);
      assertTrue(name.isEmpty() || found, each::toPrettyString);
      assertFalse(BARE.matcher(name).matches(), each::toPrettyString);
      assertFalse(BARE.matcher(each.path("outcome").asText()).matches(), each::toPrettyString);
    }
  }

  /** What is in both runs has a name that both know. */
  private void means(String name, String fate) {
    if (!name.contains("0x")) {
      return; // what is not code: a cause, a task, what nothing called
    }
    boolean ofB = name.endsWith(" of B");
    String code = ofB ? name.substring(0, name.length() - " of B".length()) : name;
    boolean known = !inA.addresses(code).isEmpty();
    boolean knownToB = !inB.addresses(code).isEmpty();
    boolean gone = fate.equals("vanished");
    boolean added = fate.equals("appeared") || ofB;
    assertTrue((known || added) && (knownToB || gone), name + " (" + fate + ")");
  }

  @Test
  void theStepperSaysTheSame() throws IOException {
    for (int seed = 5; seed <= 9; seed++) {
      for (int forkAt : new int[] {1000, 2500, 4000, 7000}) {
        DiffResult diff = diff(seed, 1 + seed % 2, forkAt);
        DivergenceKind kind = diff.divergence().kind();
        if (kind == DivergenceKind.BRANCH || kind == DivergenceKind.TARGET) {
          stepper(a, diff.divergence(), diff.divergence().a());
          stepper(b, diff.divergence(), diff.divergence().b());
        }
      }
    }
    assertTrue(compared > 10, "compared " + compared);
  }

  private void stepper(Path trace, Divergence d, Divergence.View view) throws IOException {
    try (TraceMap map = TraceMap.open(trace, TraceMap.Options.PLAIN)) {
      TraceCursor cursor = new TraceCursor(map);
      cursor.toClock(d.at().clock());
      PlaceNames names = new PlaceNames(map.symbols());
      List<String> expected =
          bbt.reconstruct.cursor.StackLine.of(cursor).stream()
              .map(line -> names.label(cursor, line.addressSpace(), line.pc(), line.privilege()))
              .toList();
      assertEquals(expected, view.stack().stream().map(DivergenceFrame::place).toList());
      assertEquals(expected.getFirst(), view.place());
      for (DivergenceFrame line : view.stack()) {
        compared += line.pc() > 0 ? 1 : 0;
      }
    }
  }
}
