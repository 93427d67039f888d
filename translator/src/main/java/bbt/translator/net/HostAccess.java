package bbt.translator.net;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ports of the host that the guest's network card reaches: ports of the loopback address,
 * through a number of TCP connections at a time.
 *
 * @param ports those that are open to the guest
 * @param connections so many at a time, at most
 */
public record HostAccess(List<Ports> ports, int connections) {
  private static final int MAX_PORT = 0xFFFF;
  private static final int CONNECTIONS = 64;

  /** Most connections: as many as can be written with five digits, more than a guest has ports. */
  private static final int MOST_CONNECTIONS = 99_999;

  private static final String RANGE = "\\d{1,5}(?:-\\d{1,5})?";
  private static final Pattern OPTIONS =
      Pattern.compile(
          "(?:ports=(" + RANGE + "(?:," + RANGE + ")*))?(?:(?:^|,)connections=(\\d{1,5}))?");

  /** Access to no port: the guest reaches the gateway alone. */
  public static final HostAccess NONE = new HostAccess(List.of(), CONNECTIONS);

  /** Access to every port: what traces were made with that do not say which. */
  public static final HostAccess ALL =
      new HostAccess(List.of(new Ports(0, MAX_PORT)), MOST_CONNECTIONS);

  /** Ports from the first to the last. */
  public record Ports(int first, int last) {
    public Ports {
      if (first < 0 || first > last || last > MAX_PORT) {
        throw new IllegalArgumentException(first + "-" + last + " is no range of ports");
      }
    }

    private static Ports parse(String text) {
      String[] ends = text.split("-", -1);
      return new Ports(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    }

    @Override
    public String toString() {
      return first == last ? "" + first : first + "-" + last;
    }
  }

  public HostAccess {
    ports = List.copyOf(ports);
    if (connections < 1) {
      throw new IllegalArgumentException("the number of connections must be at least 1");
    }
  }

  /** Allows these ports alone. */
  public static HostAccess to(int... ports) {
    return new HostAccess(
        Arrays.stream(ports).mapToObj(port -> new Ports(port, port)).toList(), CONNECTIONS);
  }

  /**
   * Reads what {@link #toString} writes; either part may be missing, not both.
   *
   * @throws IllegalArgumentException when it is something else
   */
  public static HostAccess parse(String text) {
    Matcher matcher = OPTIONS.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not of the form ports=80,8000-8010,connections=" + CONNECTIONS);
    }
    List<Ports> ports =
        matcher.group(1) == null
            ? List.of()
            : Stream.of(matcher.group(1).split(",", -1)).map(Ports::parse).toList();
    return new HostAccess(
        ports, matcher.group(2) == null ? CONNECTIONS : Integer.parseInt(matcher.group(2)));
  }

  boolean allows(int port) {
    return ports.stream().anyMatch(each -> port >= each.first && port <= each.last);
  }

  @Override
  public String toString() {
    String list = ports.stream().map(Ports::toString).collect(Collectors.joining(","));
    return (list.isEmpty() ? "" : "ports=" + list + ",") + "connections=" + connections;
  }
}
