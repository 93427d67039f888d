package bbt.samples.conformance.fuzz.privileged;

import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.DeltaDebugging;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** A batch that is a list of episodes. */
final class PrivilegedBatch implements Batch {
  private final List<Episode> episodes;

  PrivilegedBatch(List<Episode> episodes) {
    this.episodes = List.copyOf(episodes);
  }

  List<Episode> episodes() {
    return episodes;
  }

  @Override
  public Image image() {
    return image(episodes);
  }

  private static Image image(List<Episode> episodes) {
    byte[] bytes = EpisodeWriter.image(episodes);
    int pages = (bytes.length + Layout.PAGE - 1) / Layout.PAGE;
    int observed = (int) (Layout.LOG + Layout.LOG_BYTES - Layout.RAM);
    return new Image(
        Arrays.copyOf(bytes, pages * Layout.PAGE), (int) Layout.MEMORY_BYTES, observed);
  }

  @Override
  public int cases() {
    return episodes.size();
  }

  @Override
  public int ended(GuestRam ram) {
    return TrapLog.dumps(ram);
  }

  @Override
  public Image minimise(Difference first, Predicate<Image> fails) {
    return image(minimal(first, list -> fails.test(image(list))));
  }

  /** Drops episodes, then operations and hooks of the one that is left, then page table entries. */
  List<Episode> minimal(Difference first, Predicate<List<Episode>> fails) {
    List<Episode> one = episodes.stream().filter(e -> e.number() == first.number()).toList();
    List<Episode> left = fails.test(one) ? one : DeltaDebugging.minimise(episodes, fails);
    for (int i = 0; i < left.size(); i++) {
      left = smaller(left, i, fails);
    }
    return left;
  }

  private static List<Episode> smaller(
      List<Episode> all, int index, Predicate<List<Episode>> fails) {
    Predicate<Episode> one = candidate -> fails.test(replaced(all, index, candidate));
    Episode episode = all.get(index);
    if (one.test(episode.withoutHooks())) {
      episode = episode.withoutHooks();
    }
    if (one.test(episode.repeated(1))) {
      episode = episode.repeated(1);
    }
    Episode before = episode;
    Episode fewer =
        before.with(
            DeltaDebugging.minimise(before.operations(), list -> one.test(before.with(list))));
    Episode least =
        fewer.withTables(
            DeltaDebugging.minimise(fewer.tables(), list -> one.test(fewer.withTables(list))));
    return replaced(all, index, least);
  }

  private static List<Episode> replaced(List<Episode> all, int index, Episode episode) {
    Episode[] changed = all.toArray(new Episode[0]);
    changed[index] = episode;
    return List.of(changed);
  }
}
