package bbt.samples.conformance.fuzz.arm64;

import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.DeltaDebugging;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** A batch that is a list of episodes. */
final class ArmPrivilegedBatch implements Batch {
  private final List<ArmEpisode> episodes;

  ArmPrivilegedBatch(List<ArmEpisode> episodes) {
    this.episodes = List.copyOf(episodes);
  }

  @Override
  public Image image() {
    return image(episodes);
  }

  private static Image image(List<ArmEpisode> episodes) {
    A64Buffer code = new A64Buffer(ArmLayout.START);
    code.b("start").align((int) (ArmLayout.HARNESS - ArmLayout.START));
    ArmHarness harness = new ArmHarness(code);
    harness.write();
    List<long[]> parts = new ArrayList<>();
    episodes.forEach(e -> parts.add(harness.episode(e)));
    harness.end();
    if (code.here() > ArmLayout.IMAGE_END) {
      throw new IllegalStateException("too many episodes");
    }
    byte[] bytes = code.finish();
    ByteBuffer list = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    list.position(ArmLayout.PARTS);
    for (long[] part : parts) {
      list.putLong(part[0]).putLong(part[1]);
    }
    int pages = (bytes.length + ArmLayout.PAGE - 1) / ArmLayout.PAGE;
    int observed = (int) (ArmLayout.LOG + ArmLayout.LOG_BYTES - ArmLayout.START);
    return new Image(
        FuzzBoard.ARM64,
        Arrays.copyOf(bytes, pages * ArmLayout.PAGE),
        ArmLayout.MEMORY_BYTES,
        observed);
  }

  @Override
  public int cases() {
    return episodes.size();
  }

  @Override
  public int ended(GuestRam ram) {
    return ArmLog.dumps(ram);
  }

  /** Drops episodes, then operations and descriptors of the one that is left. */
  @Override
  public Image minimise(Difference first, Predicate<Image> fails) {
    List<ArmEpisode> one = episodes.stream().filter(e -> e.number() == first.number()).toList();
    if (!fails.test(image(one))) {
      return image(DeltaDebugging.minimise(episodes, list -> fails.test(image(list))));
    }
    ArmEpisode episode = one.getFirst();
    if (fails.test(image(List.of(episode.repeated(1))))) {
      episode = episode.repeated(1);
    }
    ArmEpisode before = episode;
    ArmEpisode fewer =
        before.with(
            DeltaDebugging.minimise(
                before.operations(), list -> fails.test(image(List.of(before.with(list))))));
    ArmEpisode least =
        fewer.withTables(
            DeltaDebugging.minimise(
                fewer.tables(), list -> fails.test(image(List.of(fewer.withTables(list))))));
    return image(List.of(least));
  }
}
