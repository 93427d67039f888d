package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.FormatParameter;
import bbt.reconstruct.interchange.FormatParameters;
import bbt.reconstruct.interchange.InterchangeException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
    BPRED_SIZE(0, 0, 20, "log2 of the entries of the branch predictor; 0: none"),
    CACHE_SIZE(0, 0, 20, "log2 of the entries of the jump target cache; 0: none"),
    F0S_WIDTH(0, 0, 8, "bits of the subformat of packets of format 0"),
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
      new EtraceParameters(FormatParameters.usual(Parameter.class), Map.of());

  /** The parameters that an export can be given: each of them turns an optional mode on. */
  private static final Set<String> OF_MODES =
      Set.of(
          Parameter.RETURN_STACK_SIZE.key(),
          Parameter.BPRED_SIZE.key(),
          Parameter.CACHE_SIZE.key());

  private static final Pattern VECTOR = Pattern.compile("trap_vector_([0-7])");

  /** Says that a trap vector is not known. */
  static final long UNKNOWN = -1;

  private static final long VECTOR_MODE = 3;

  private final FormatParameters<Parameter> values;

  /** Trap vectors by the privilege level of their handlers. */
  private final Map<Integer, Long> vectors;

  private EtraceParameters(FormatParameters<Parameter> values, Map<Integer, Long> vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /**
   * The usual ones, but for some.
   *
   * @throws InterchangeException as {@link FormatParameters#with}
   */
  public static EtraceParameters with(Map<String, String> changed) throws InterchangeException {
    Map<String, String> numbers = new LinkedHashMap<>(changed);
    Map<Integer, Long> vectors = new TreeMap<>();
    for (Map.Entry<String, String> each : changed.entrySet()) {
      Matcher level = VECTOR.matcher(each.getKey());
      if (level.matches()) {
        numbers.remove(each.getKey());
        vectors.put(Integer.parseInt(level.group(1)), vector(each.getKey(), each.getValue()));
      }
    }
    return new EtraceParameters(FormatParameters.with(Parameter.class, numbers), vectors);
  }

  private static long vector(String key, String text) throws InterchangeException {
    try {
      if (text.startsWith("0x")) {
        return Long.parseUnsignedLong(text.substring(2), 16);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new InterchangeException(
        key + "=" + text + ": the register of a trap vector, hexadecimal with 0x in front");
  }

  /**
   * The parameters of an export: those of optional modes may be changed, and each of them turns its
   * mode on.
   *
   * @throws InterchangeException as {@link #with}, or if it is another parameter
   */
  public static EtraceParameters ofExport(Map<String, String> changed) throws InterchangeException {
    for (String key : changed.keySet()) {
      if (!OF_MODES.contains(FormatParameters.withoutSuffix(key))
          && !VECTOR.matcher(key).matches()) {
        throw new InterchangeException(
            "e-trace is written with its usual parameters but for "
                + OF_MODES.stream().sorted().collect(Collectors.joining(", "))
                + " and trap_vector_LEVEL; "
                + key
                + " is none of them");
      }
    }
    return with(changed);
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

  /** Whether any trap vector is known. */
  boolean vectored() {
    return !vectors.isEmpty();
  }

  /**
   * Where the handler of a trap is, by the trap vector of its privilege level: the vector's two
   * lowest bits are 0 where one handler is for all, 1 where each interrupt has four bytes of its
   * own.
   *
   * @param cause negative for an interrupt
   * @return {@link #UNKNOWN} where the vector is not known
   */
  long handler(int privilege, long cause) {
    Long vector = vectors.get(privilege);
    if (vector == null) {
      return UNKNOWN;
    }
    long base = vector & ~VECTOR_MODE;
    return (vector & VECTOR_MODE) == 1 && cause < 0 ? base + 4 * (cause & Long.MAX_VALUE) : base;
  }

  /** Bits that tell packets of format 0 from each other. */
  int subformatBits() {
    boolean both = of(Parameter.BPRED_SIZE) > 0 && of(Parameter.CACHE_SIZE) > 0;
    return Math.max(of(Parameter.F0S_WIDTH), both ? 1 : 0);
  }

  /** The most return addresses that an encoder and its decoder keep; 0: it does not keep any. */
  int returnAddresses() {
    int stack = of(Parameter.RETURN_STACK_SIZE);
    int size = stack > 0 ? stack : of(Parameter.CALL_COUNTER_SIZE);
    return size == 0 ? 0 : 1 << size;
  }

  /**
   * The entry of a table of so many entries that an address has. Instructions stand on even
   * addresses, so the lowest bit says nothing.
   *
   * @param size log2 of the table's entries
   */
  int entry(long address, int size) {
    return (int) (address >>> Math.max(1, lsb())) & (1 << size) - 1;
  }

  /** Bits of the depth of calls in a packet with an address. */
  int depthBits() {
    int stack = of(Parameter.RETURN_STACK_SIZE);
    return stack + (stack > 0 ? 1 : 0) + of(Parameter.CALL_COUNTER_SIZE);
  }
}
