package bbt.samples.conformance.fuzz.privileged;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.EpisodeLog;
import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.samples.conformance.fuzz.run.EngineRun;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.samples.conformance.fuzz.run.QemuSystem;
import bbt.samples.conformance.fuzz.run.Reference;
import bbt.translator.engine.EngineMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kind itself, and a slice of it with fixed seeds against QEMU on every engine. */
class PrivilegedFuzzTest {
  private static final int BATCHES = 12;
  private static final long MAX_INSNS = 50_000_000;

  private static final List<EngineChoice> ENGINES =
      List.of(
          EngineChoice.INTERPRETER,
          EngineChoice.TRANSLATOR,
          new EngineChoice(EngineMode.AUTO, 8, 3, true));

  @TempDir Path folder;

  private final PrivilegedKind kind = new PrivilegedKind();

  private static Capabilities capabilities(int version) {
    return new Capabilities(version, Set.of());
  }

  @Tag("qemu")
  @Test
  void everyEngineSeesWhatQemuSees() throws Exception {
    Reference qemu = new QemuSystem(List.of("qemu-system-riscv64"), folder);
    for (int seed = 1; seed <= BATCHES; seed++) {
      Batch batch = kind.batch(seed, capabilities(qemu.version()));
      Image image = batch.image();
      Reference.Run run = qemu.run(image, Duration.ofSeconds(120));
      assertTrue(run.ended(), "QEMU did not end, seed " + seed);
      assertEquals(batch.cases(), batch.ended(run.ram()), "seed " + seed);
      for (EngineChoice engine : ENGINES) {
        List<Difference> open =
            kind.compare(image, run.ram(), ours(image, engine), qemu.version()).stream()
                .filter(d -> d.explained() == null)
                .toList();
        assertEquals(List.of(), open, engine + ", seed " + seed);
      }
    }
  }

  private GuestRam ours(Image image, EngineChoice engine) throws Exception {
    Path elf = folder.resolve("ours.elf");
    image.writeElf(elf);
    EngineRun run = EngineRun.of(image, elf, engine, folder, MAX_INSNS);
    assertEquals("", run.problem(), engine.toString());
    return run.ram();
  }

  @Test
  void aSeedMakesTheSameImage() {
    Batch batch = kind.batch(5, capabilities(702));
    assertArrayEquals(batch.image().bytes(), kind.batch(5, capabilities(702)).image().bytes());
    assertFalse(kind.listing(batch.image()).isEmpty());
  }

  @Test
  void anyFieldOfTheLogThatDiffersIsFound() throws Exception {
    Batch batch = kind.batch(9, capabilities(702));
    Image image = batch.image();
    GuestRam ram = ours(image, EngineChoice.INTERPRETER);
    assertEquals(List.of(), kind.compare(image, ram, ram, 702));
    assertEquals(batch.cases(), batch.ended(ram));
    int log = (int) (Layout.LOG - Layout.RAM);
    int trap = log + EpisodeLog.RECORD_BYTES;
    for (int field = 0; field < 8; field++) {
      GuestRam changed = new GuestRam(ram.bytes().clone());
      changed.put(trap + 8 * field, changed.get(trap + 8 * field) ^ 2);
      assertEquals(1, kind.compare(image, ram, changed, 702).size(), "field " + field);
    }
    GuestRam essence = kind.essence(image, ram);
    assertEquals(List.of(), kind.compare(image, essence, ram, 702));
  }

  @Test
  void aFailingBatchIsMadeSmall() {
    PrivilegedBatch batch = (PrivilegedBatch) kind.batch(2, capabilities(702));
    Operation culprit = batch.episodes().get(7).operations().get(3);
    Difference difference = new Difference(7, "anything", "", "", null);
    List<Episode> small =
        batch.minimal(
            difference, list -> list.stream().anyMatch(e -> e.operations().contains(culprit)));
    assertEquals(1, small.size());
    assertEquals(List.of(culprit), small.getFirst().operations());
    assertEquals(List.of(), small.getFirst().tables());
  }
}
