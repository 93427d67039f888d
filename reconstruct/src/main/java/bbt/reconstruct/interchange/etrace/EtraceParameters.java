package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.FormatParameter;
import bbt.reconstruct.interchange.FormatParameters;
import bbt.reconstruct.interchange.InterchangeException;
import java.util.Map;

/**
 * The widths of the fields of packets: what the specification leaves to each encoder, and what no
 * packet says. Names are those of the specification's discovery parameters.
 */
public final class EtraceParameters {
  /** A parameter. */
  public enum Parameter implements FormatParameter {
    IADDRESS_WIDTH(64, 32, 64, "bits of an address"),
    IADDRESS_LSB(1, 0, 2, "lowest bit of an address that packets have"),
    PRIVILEGE_WIDTH(2, 1, 8, "bits of a privilege level"),
    CONTEXT_WIDTH(32, 0, 64, "bits of a context; 0: packets have none"),
    TIME_WIDTH(0, 0, 64, "bits of a time in packets; 0: they have none"),
    ECAUSE_WIDTH(6, 1, 63, "bits of the cause of a trap"),
    OPTIONS_WIDTH(5, 0, 32, "bits of the run-time options in a support packet"),
    MODE_WIDTH(1, 0, 8, "bits of the encoder's mode in a support packet"),
    RETURN_STACK_SIZE(0, 0, 20, "log2 of the stack of predicted return addresses; 0: none"),
    CALL_COUNTER_SIZE(0, 0, 20, "bits of the counter of nested calls; 0: none"),
    SOURCE_WIDTH(new Range(8, 0, 16, 8, "bits of the source in front of a packet")),
    TIMESTAMP_BYTES(0, 0, 8, "bytes of a time stamp in front of a packet that says it has one"),
    TYPE_WIDTH(new Range(2, 0, 2, 2, "bits of the type in front of a packet"));

    private final Range range;

    Parameter(int usual, int least, int most, String about) {
      this(Range.of(usual, least, most, about));
    }

    Parameter(Range range) {
      this.range = range;
    }

    @Override
    public Range range() {
      return range;
    }
  }

  /** The parameters of bbt's own exports. */
  public static final EtraceParameters USUAL =
      new EtraceParameters(FormatParameters.usual(Parameter.class));

  private final FormatParameters<Parameter> values;

  private EtraceParameters(FormatParameters<Parameter> values) {
    this.values = values;
  }

  /**
   * The usual ones, but for some.
   *
   * @throws InterchangeException as {@link FormatParameters#with}
   */
  public static EtraceParameters with(Map<String, String> changed) throws InterchangeException {
    return new EtraceParameters(FormatParameters.with(Parameter.class, changed));
  }

  public int of(Parameter parameter) {
    return values.of(parameter);
  }

  /** Bits of an address in a packet. */
  int addressBits() {
    return of(Parameter.IADDRESS_WIDTH) - of(Parameter.IADDRESS_LSB);
  }

  int lsb() {
    return of(Parameter.IADDRESS_LSB);
  }

  /** Bits of the depth of calls in a packet with an address. */
  int depthBits() {
    int stack = of(Parameter.RETURN_STACK_SIZE);
    return stack + (stack > 0 ? 1 : 0) + of(Parameter.CALL_COUNTER_SIZE);
  }
}
