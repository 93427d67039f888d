package bbt.ptg;

import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.bytes.PrintableText;
import bbt.packets.bytes.TraceFormatException;
import bbt.ptg.arm64.A64Isa;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.riscv.RiscvIsa;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Lists the guests that there are: the one place that lists them. */
public final class Guests {
  /** All guests. */
  public static final List<GuestIsa> ALL = List.of(RiscvIsa.RV64, A64Isa.ARM64);

  /** The one that is meant where nothing says which. */
  public static final GuestIsa DEFAULT = ALL.getFirst();

  private Guests() {}

  private static Optional<GuestIsa> named(String name) {
    return ALL.stream().filter(guest -> guest.name().equals(name)).findFirst();
  }

  /**
   * The guest that was traced. A header that names none is of the time when there was the first
   * alone.
   *
   * @throws TraceFormatException if it is none of these
   */
  public static GuestIsa of(TraceHeader header) throws TraceFormatException {
    String name = header.get("guest.isa", DEFAULT.name());
    return named(name)
        .orElseThrow(
            () ->
                new TraceFormatException(
                    TraceReader.FILE_HEADER_BYTES,
                    "the trace is of a guest with the instruction set "
                        + PrintableText.of(name)
                        + ", this bbt knows "
                        + ALL.stream().map(GuestIsa::name).collect(Collectors.joining(", "))));
  }

  /** The guest that ELF files of a machine are for. */
  public static Optional<GuestIsa> ofElf(int machine) {
    return ALL.stream().filter(guest -> guest.elfMachine() == machine).findFirst();
  }

  /** Their names as people have them, for messages. */
  public static String titles() {
    return ALL.stream().map(GuestIsa::title).collect(Collectors.joining(" or "));
  }
}
