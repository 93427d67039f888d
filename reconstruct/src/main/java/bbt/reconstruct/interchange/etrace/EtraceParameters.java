package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.InterchangeException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The widths of the fields of packets: what the specification leaves to each encoder, and what no
 * packet says. Names are those of the specification's discovery parameters.
 */
public final class EtraceParameters {
  /** A parameter, from its least value to its largest. */
  public enum Parameter {
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
    SOURCE_WIDTH(8, 0, 16, "bits of the source in front of a packet; 0 or 8 or 16"),
    TIMESTAMP_BYTES(0, 0, 8, "bytes of a time stamp in front of a packet that says it has one"),
    TYPE_WIDTH(2, 0, 2, "bits of the type in front of a packet; 0 or 2");

    private final int usual;
    private final int least;
    private final int most;
    private final String about;

    Parameter(int usual, int least, int most, String about) {
      this.usual = usual;
      this.least = least;
      this.most = most;
      this.about = about;
    }

    /** The parameter's name on the command line: {@code context_width}. */
    public String key() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The parameter in a few words. */
    public String about() {
      return about;
    }
  }

  /** The parameters of bbt's own exports. */
  public static final EtraceParameters USUAL = new EtraceParameters();

  private final Map<Parameter, Integer> values = new EnumMap<>(Parameter.class);

  private EtraceParameters() {
    for (Parameter parameter : Parameter.values()) {
      values.put(parameter, parameter.usual);
    }
  }

  /**
   * The usual ones, but for some.
   *
   * @param changed values by name; {@code _p} at the end of a name may be there
   * @throws InterchangeException if there is no such parameter, or the value is none of its own
   */
  public static EtraceParameters with(Map<String, String> changed) throws InterchangeException {
    EtraceParameters result = new EtraceParameters();
    for (Map.Entry<String, String> each : changed.entrySet()) {
      String key = each.getKey().replaceFirst("_p$", "");
      Parameter parameter =
          Arrays.stream(Parameter.values())
              .filter(p -> p.key().equals(key))
              .findFirst()
              .orElseThrow(
                  () ->
                      new InterchangeException(
                          "there is no parameter '" + each.getKey() + "'; there are " + keys()));
      result.values.put(parameter, value(parameter, each.getValue()));
    }
    return result;
  }

  private static int value(Parameter parameter, String text) throws InterchangeException {
    try {
      int value = Integer.parseInt(text);
      boolean whole =
          switch (parameter) {
            case SOURCE_WIDTH -> value % 8 == 0;
            case TYPE_WIDTH -> value % 2 == 0;
            default -> true;
          };
      if (whole && value >= parameter.least && value <= parameter.most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new InterchangeException(
        parameter.key()
            + "="
            + text
            + ": "
            + parameter.about
            + ", from "
            + parameter.least
            + " to "
            + parameter.most);
  }

  private static String keys() {
    return Arrays.stream(Parameter.values()).map(Parameter::key).collect(Collectors.joining(", "));
  }

  public int of(Parameter parameter) {
    return values.get(parameter);
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
