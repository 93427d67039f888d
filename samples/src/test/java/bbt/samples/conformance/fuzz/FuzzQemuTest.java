package bbt.samples.conformance.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.QemuSystem;
import bbt.samples.conformance.fuzz.run.Reference;
import bbt.samples.conformance.fuzz.user.InstructionProbe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short slice of {@code bbt fuzz}, always the same one. */
@Tag("qemu")
class FuzzQemuTest {
  private static final long SEED = 20;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"user", "privileged", "arm64-user", "arm64-privileged"})
  void thisMachineDoesWhatQemuDoes(String name) throws Exception {
    Kind kind = Kinds.named(name);
    boolean arm64 = kind.board() == FuzzBoard.ARM64;
    String command = arm64 ? "qemu-system-aarch64" : "qemu-system-riscv64";
    Reference qemu = new QemuSystem(List.of(command), kind.board(), folder);
    Capabilities capabilities =
        arm64 ? Capabilities.all(qemu.version()) : InstructionProbe.of(qemu);
    // The extensions that every QEMU of interest has are really compared.
    assertTrue(capabilities.insns().size() > 200, capabilities.unknown().toString());
    int wanted = (name.equals("arm64-privileged") ? 6 : 2) * kind.batch(1, capabilities).cases();
    List<String> findings = new ArrayList<>();
    FuzzSession session =
        new FuzzSession(
            new FuzzSession.Plan(
                List.of(kind), Duration.ofMinutes(5), wanted, SEED, folder.resolve("found"), 1),
            qemu,
            capabilities,
            folder,
            findings::add);
    session.run();
    assertEquals(List.of(), findings);
    assertEquals(0, session.failing());
    long random = session.counts().get(name).random();
    assertTrue(random > 20L * wanted, random + " random instructions");
    assertTrue(session.cases() >= wanted, session.cases() + " of " + wanted + " cases compared");
  }
}
