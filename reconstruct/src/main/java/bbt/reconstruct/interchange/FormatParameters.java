package bbt.reconstruct.interchange;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Values of a format's parameters.
 *
 * @param <P> the parameters that there are
 */
public final class FormatParameters<P extends Enum<P> & FormatParameter> {
  private final Map<P, Integer> values;

  private FormatParameters(Class<P> parameters) {
    values = new EnumMap<>(parameters);
    for (P parameter : parameters.getEnumConstants()) {
      values.put(parameter, parameter.range().usual());
    }
  }

  /**
   * The usual values, but for some.
   *
   * @param parameters those that the format has
   * @param changed values by name; {@code _p} at the end of a name, as E-Trace's specification has
   *     it, may be there
   * @throws InterchangeException if there is no such parameter, or the value is none of its own
   */
  public static <P extends Enum<P> & FormatParameter> FormatParameters<P> with(
      Class<P> parameters, Map<String, String> changed) throws InterchangeException {
    FormatParameters<P> result = new FormatParameters<>(parameters);
    for (Map.Entry<String, String> each : changed.entrySet()) {
      String key = withoutSuffix(each.getKey());
      P parameter =
          Arrays.stream(parameters.getEnumConstants())
              .filter(p -> p.key().equals(key))
              .findFirst()
              .orElseThrow(
                  () ->
                      new InterchangeException(
                          "there is no parameter '"
                              + each.getKey()
                              + "'; there are "
                              + Arrays.stream(parameters.getEnumConstants())
                                  .map(FormatParameter::key)
                                  .collect(Collectors.joining(", "))));
      result.values.put(parameter, value(parameter, each.getValue()));
    }
    return result;
  }

  /** The usual values of all. */
  public static <P extends Enum<P> & FormatParameter> FormatParameters<P> usual(
      Class<P> parameters) {
    return new FormatParameters<>(parameters);
  }

  /** A parameter's name without {@code _p}, which E-Trace's specification has at its end. */
  public static String withoutSuffix(String name) {
    return name.replaceFirst("_p$", "");
  }

  private static int value(FormatParameter parameter, String text) throws InterchangeException {
    FormatParameter.Range range = parameter.range();
    try {
      int value = Integer.parseInt(text);
      if (range.has(value)) {
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
            + range.about()
            + ", from "
            + range.least()
            + " to "
            + range.most()
            + (range.step() == 1 ? "" : " in steps of " + range.step()));
  }

  /** The value of a parameter. */
  public int of(P parameter) {
    return values.get(parameter);
  }
}
