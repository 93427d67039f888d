package bbt.samples.conformance.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.samples.conformance.fuzz.run.EngineRun;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.samples.conformance.fuzz.run.Reference;
import bbt.samples.conformance.fuzz.user.UserKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The loop, with our own interpreter as the reference: right, planted with a fault, and hanging.
 */
class FuzzSessionTest {
  private static final int SLOT = 0x1_0000;

  /** Number of traps of a slot, from the slot's start. */
  private static final int TRAP_COUNT = 0x1210;

  private final Kind kind = new UserKind();
  private final Capabilities all = new Capabilities(9999, EnumSet.allOf(Insn.class));
  private final List<String> findings = new ArrayList<>();

  @TempDir Path folder;

  /** Our interpreter, with something done to what it leaves. */
  private class Self implements Reference {
    @Override
    public String name() {
      return "self";
    }

    @Override
    public int version() {
      return 9999;
    }

    @Override
    public Run run(Image image, Duration limit) throws IOException {
      Path elf = Files.createTempFile(folder, "self", ".elf");
      image.writeElf(elf);
      EngineRun run = EngineRun.of(image, elf, EngineChoice.INTERPRETER, folder, 1_000_000_000L);
      Files.delete(elf);
      return change(run.ram());
    }

    Run change(GuestRam ram) {
      return new Run(ram, true);
    }
  }

  private FuzzSession session(Reference reference) throws IOException, InterruptedException {
    FuzzSession.Plan plan =
        new FuzzSession.Plan(
            List.of(kind), Duration.ofSeconds(100), 200, 5, folder.resolve("found"), 1);
    FuzzSession session = new FuzzSession(plan, reference, all, folder, findings::add);
    session.run();
    return session;
  }

  @Test
  void theSameMachineDoesTheSame() throws Exception {
    FuzzSession session = session(new Self());
    assertEquals(List.of(), findings);
    assertEquals(200, session.cases());
    assertEquals(0, session.failing());
    Counts counts = session.counts().get("user");
    assertTrue(counts.instructions() > 100_000, counts.toString());
  }

  @Test
  void aFaultIsFoundMinimisedAndSaved() throws Exception {
    // A machine that counts one trap too many wherever there is an ecall but the last.
    FuzzSession session =
        session(
            new Self() {
              @Override
              Run change(GuestRam ram) {
                for (int slot = SLOT; slot < ram.bytes().length; slot += SLOT) {
                  if (ram.get(slot + TRAP_COUNT) > 1 && isEcall(ram.get(slot + 0x1220))) {
                    ram.put(slot + TRAP_COUNT, ram.get(slot + TRAP_COUNT) + 1);
                  }
                }
                return super.change(ram);
              }
            });
    assertTrue(session.failing() > 0);
    List<Path> saved;
    try (Stream<Path> files = Files.list(folder.resolve("found"))) {
      saved = files.sorted().toList();
    }
    assertTrue(findings.getFirst().contains("saved as"), findings.toString());
    SavedCase small = SavedCase.read(saved.getFirst());
    // The first ecall and the call for the end are left, and nothing else.
    long instructions = small.notes().stream().filter(n -> n.matches(" *[0-9a-f]+: .*")).count();
    assertEquals(4, instructions, small.notes().toString());
    assertEquals(6, SavedCaseReplay.of(small, folder).size());
  }

  private static boolean isEcall(long cause) {
    return cause >= 8 && cause <= 11;
  }

  @Tag("full")
  @Test
  void aReferenceThatHangsIsAFindingAndTheSessionGoesOn() throws Exception {
    FuzzSession session =
        session(
            new Self() {
              @Override
              Run change(GuestRam ram) {
                return new Run(ram, false);
              }
            });
    assertEquals(1, findings.size());
    assertTrue(findings.getFirst().contains("did not end"), findings.toString());
    assertEquals(1, session.failing());
  }
}
