package bbt.samples.bench;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The commands that do one work and are compared, which run in turn.
 *
 * @param qemu null: there is no QEMU to compare with
 * @param bbt untraced
 * @param traced null where the work leaves no trace
 * @param warm in the warm process; null: not measured
 */
public record Rivals(Row qemu, Row bbt, Row traced, Row warm) {
  /**
   * The rivals of a work.
   *
   * @param bbt the program
   * @param qemu start of QEMU's command line; null: none
   * @param trace file for the traces
   * @param warm whether the warm process is wanted
   */
  public static Rivals of(Work work, String bbt, List<String> qemu, String trace, boolean warm) {
    List<String> command = Work.join(List.of(bbt), work.bbt());
    return new Rivals(
        qemu == null ? null : new Row("QEMU", Work.join(qemu, work.qemu()), work.span()),
        new Row("bbt", command, work.span()),
        work.boots()
            ? new Row(
                "bbt --bb-trace", Work.join(command, List.of("--bb-trace", trace)), work.span())
            : null,
        warm && work.boots()
            ? new Row("bbt --warm", Work.join(command, List.of("--warm")), work.span())
            : null);
  }

  /** All rows that there are; what the others are compared with is first. */
  public List<Row> rows() {
    return Stream.of(qemu, bbt, traced, warm).filter(Objects::nonNull).toList();
  }
}
