package bbt.reconstruct.interchange.log;

import bbt.packets.bytes.PrintableText;
import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.Misfits;
import bbt.reconstruct.interchange.build.ForeignReader;
import bbt.reconstruct.interchange.build.ImportedHart;
import bbt.reconstruct.interchange.code.CodeSource;
import bbt.reconstruct.interchange.code.GuestProgram;
import bbt.reconstruct.interchange.code.Instruction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a log of a simulator. Lines that are no part of it, such as the guest's console, are passed
 * over.
 */
public final class LogReader implements ForeignReader {
  private static final int LONGEST_LINE = 1 << 16;

  /** A block of QEMU ends with its page at the latest. */
  private static final int LONGEST_BLOCK = 2048;

  private static final String HEX = "(?:0x)?([0-9a-fA-F]{1,16})";

  private static final Pattern TRACE =
      Pattern.compile("^Trace (\\d+): \\S+ \\[" + "[0-9a-f]+/" + HEX + "/([0-9a-f]+)[/\\]].*");

  private static final Pattern ASSEMBLY = Pattern.compile("^" + HEX + ":\\s+([0-9a-f]{4,8})\\s.*");

  private static final Pattern QEMU_TRAP =
      Pattern.compile(
          "^\\w+_cpu_do_interrupt: hart:(\\d+), async:([01]), cause:"
              + HEX
              + ", epc:"
              + HEX
              + ", tval:"
              + HEX
              + ",.*");

  private static final Pattern STOPPED =
      Pattern.compile("^Stopped execution of TB chain before .*");

  private static final Pattern COMMIT =
      Pattern.compile("^(?:core +(\\d+): )?([0-3]) 0x([0-9a-f]+) \\(0x([0-9a-f]+)\\).*");

  private static final Pattern BEGUN =
      Pattern.compile("^core +(\\d+): 0x([0-9a-f]+) \\(0x([0-9a-f]+)\\).*");

  private static final Pattern SPIKE_TRAP =
      Pattern.compile("^core +(\\d+): exception ([^,]+), epc 0x([0-9a-f]+).*");

  private static final Pattern SPIKE_VALUE =
      Pattern.compile("^core +(\\d+): +tval 0x([0-9a-f]+).*");

  private static final Pattern TRACED =
      Pattern.compile(
          "^ *\\d+ ?[munp]?s? +\\d+ ([MSUD]) ([0-9a-f]{8,16}) [01x] ([0-9a-f]{4,8})\\b.*");

  private static final Pattern TRACED_TRAP =
      Pattern.compile("^ *Exception @ *\\d+ ?[munp]?s?, PC: ([0-9a-f]+), Cause: (.+?),?\\s*$");

  private static final Pattern TRACED_VALUE = Pattern.compile("^\\s*tval: ([0-9a-f]+).*");

  private static final Pattern VERBOSE =
      Pattern.compile(
          "^C *(\\d+): +\\d+ \\[([01])\\] pc=\\[([0-9a-f]+)\\].* inst=\\[([0-9a-f]+)\\].*");

  private final Path file;
  private final LogFormat format;
  private final int usualPrivilege;

  /**
   * Whether lines of commits are in it: those of instructions that were only begun do not count.
   */
  private boolean commits;

  /**
   * Creates the reader of a file.
   *
   * @param usualPrivilege of instructions whose privilege the log does not say
   */
  public LogReader(Path file, LogFormat format, int usualPrivilege) {
    this.file = file;
    this.format = format;
    this.usualPrivilege = usualPrivilege;
  }

  @Override
  public CodeSource code(GuestIsa guest, CodeSource programs) {
    return new LogCode(guest, programs);
  }

  /** Receives each line. */
  private interface Lines {
    void line(String line, long offset) throws IOException;
  }

  private void forEach(Lines user) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1),
            1 << 16)) {
      long offset = 0;
      StringBuilder line = new StringBuilder();
      for (int c = reader.read(); c >= 0; c = reader.read()) {
        offset++;
        if (c != '\n') {
          if (line.length() < LONGEST_LINE && c != '\r') {
            line.append((char) c);
          }
          continue;
        }
        user.line(line.toString(), offset - line.length() - 1);
        line.setLength(0);
      }
      if (!line.isEmpty()) {
        user.line(line.toString(), offset - line.length());
      }
    }
  }

  @Override
  public SortedSet<Integer> sources() throws IOException {
    SortedSet<Integer> sources = new TreeSet<>();
    forEach(
        (line, offset) -> {
          switch (format) {
            case QEMU -> hart(TRACE, line, sources);
            case SPIKE -> {
              boolean commit = hart(COMMIT, line, sources);
              commits |= commit;
              if (!commit) {
                hart(BEGUN, line, sources);
              }
            }
            case CVA6 -> {
              if (TRACED.matcher(line).matches()) {
                sources.add(0);
              }
            }
            case ROCKET -> hart(VERBOSE, line, sources);
          }
        });
    if (sources.isEmpty()) {
      throw new InterchangeException("no line of it tells of an executed instruction");
    }
    return sources;
  }

  private static boolean hart(Pattern pattern, String line, SortedSet<Integer> sources) {
    Matcher found = pattern.matcher(line);
    if (!found.matches()) {
      return false;
    }
    sources.add(found.group(1) == null ? 0 : number(found.group(1)));
    return true;
  }

  /** A hart's number; what no machine has is a large one. */
  private static int number(String digits) {
    return digits.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(digits);
  }

  private static long hex(String digits) {
    return Long.parseUnsignedLong(digits.length() > 16 ? "0" : digits, 16);
  }

  @Override
  public void read(
      int source, GuestProgram program, ImportedHart hart, Misfits misfits, LongConsumer progress)
      throws IOException {
    sources(); // tells whether there are commits
    LogCode code = (LogCode) program.source();
    LogFlow flow =
        new LogFlow(program, code, hart, usualPrivilege, format == LogFormat.SPIKE && !commits);
    LineUser user =
        switch (format) {
          case QEMU -> new Blocks(source, flow, program, code)::line;
          case SPIKE -> line -> spike(line, source, flow, program);
          case CVA6 -> line -> traced(line, flow, program);
          case ROCKET -> line -> verbose(line, source, flow);
        };
    forEach(
        (line, offset) -> {
          progress.accept(offset);
          try {
            user.line(line);
          } catch (FollowException e) {
            misfits.add(offset, e.getMessage());
          }
        });
    try {
      flow.end();
    } catch (FollowException e) {
      misfits.add(Files.size(file), e.getMessage());
    }
  }

  /** Parses a line. */
  private interface LineUser {
    void line(String line) throws FollowException;
  }

  private void spike(String line, int source, LogFlow flow, GuestProgram program)
      throws FollowException {
    Matcher m = COMMIT.matcher(line);
    if (m.matches()) {
      if (m.group(1) == null || number(m.group(1)) == source) {
        flow.instruction(hex(m.group(3)), (int) hex(m.group(4)), Integer.parseInt(m.group(2)));
      }
      return;
    }
    m = BEGUN.matcher(line);
    if (m.matches()) {
      if (!commits && number(m.group(1)) == source) {
        flow.instruction(hex(m.group(2)), (int) hex(m.group(3)), -1);
      }
      return;
    }
    m = SPIKE_TRAP.matcher(line);
    if (m.matches() && number(m.group(1)) == source) {
      trap(m.group(2), hex(m.group(3)), flow, program);
      return;
    }
    m = SPIKE_VALUE.matcher(line);
    if (m.matches() && number(m.group(1)) == source) {
      flow.value(hex(m.group(2)));
    }
  }

  private static void trap(String name, long epc, LogFlow flow, GuestProgram program)
      throws FollowException {
    long cause = TrapNames.cause(name, program.guest().traps());
    if (cause == -1) {
      throw new FollowException("a trap of a cause that is not known: " + PrintableText.of(name));
    }
    flow.trap(cause, epc, 0);
  }

  private static void traced(String line, LogFlow flow, GuestProgram program)
      throws FollowException {
    Matcher m = TRACED.matcher(line);
    if (m.matches()) {
      String mode = m.group(1);
      int privilege =
          program.guest().modes().stream()
              .filter(p -> p.letter().equals(mode))
              .mapToInt(p -> p.level())
              .findFirst()
              .orElse(program.guest().modes().getLast().level());
      flow.instruction(hex(m.group(2)), (int) hex(m.group(3)), privilege);
      return;
    }
    m = TRACED_TRAP.matcher(line);
    if (m.matches()) {
      trap(m.group(2), hex(m.group(1)), flow, program);
      return;
    }
    m = TRACED_VALUE.matcher(line);
    if (m.matches()) {
      flow.value(hex(m.group(1)));
    }
  }

  private static void verbose(String line, int source, LogFlow flow) throws FollowException {
    Matcher m = VERBOSE.matcher(line);
    if (m.matches() && number(m.group(1)) == source && m.group(2).equals("1")) {
      flow.instruction(hex(m.group(3)), (int) hex(m.group(4)), -1);
    }
  }

  /** QEMU's blocks: what one consists of is said where it is translated, or found in the code. */
  private static final class Blocks {
    private final int source;
    private final LogFlow flow;
    private final GuestProgram program;
    private final LogCode code;

    /** Addresses of the instructions of each block that was translated, by its first one. */
    private final Map<Long, List<Long>> blocks = new HashMap<>();

    private List<Long> open;

    /** The block that was begun last; null for none. */
    private Long begun;

    private int begunPrivilege;

    Blocks(int source, LogFlow flow, GuestProgram program, LogCode code) {
      this.source = source;
      this.flow = flow;
      this.program = program;
      this.code = code;
    }

    void line(String line) throws FollowException {
      if (line.startsWith("IN:")) {
        open = new ArrayList<>();
        return;
      }
      if (line.isEmpty()) {
        open = null;
        return;
      }
      Matcher m = TRACE.matcher(line);
      if (m.matches()) {
        if (number(m.group(1)) == source) {
          long pc = hex(m.group(2));
          finish(pc, false);
          begun = pc;
          begunPrivilege = privilege((int) hex(m.group(3)) & 3);
        }
        return;
      }
      m = ASSEMBLY.matcher(line);
      if (open != null && m.matches()) {
        translated(hex(m.group(1)), (int) hex(m.group(2)));
        return;
      }
      if (STOPPED.matcher(line).matches()) {
        begun = null;
        return;
      }
      m = QEMU_TRAP.matcher(line);
      if (m.matches() && number(m.group(1)) == source) {
        long epc = hex(m.group(4));
        // An interrupt comes between two blocks, a trap in the middle of one.
        boolean interrupt = m.group(2).equals("1");
        finish(epc, !interrupt);
        long cause = hex(m.group(3)) & Long.MAX_VALUE;
        flow.trap(interrupt ? cause | Long.MIN_VALUE : cause, epc, hex(m.group(5)));
      }
    }

    /** An index of a memory mode: 2 is the supervisor's that may look at user pages. */
    private static int privilege(int mode) {
      return mode == 2 ? 1 : mode;
    }

    private void translated(long pc, int bits) {
      if (open.size() < LONGEST_BLOCK) {
        open.add(pc);
        pending.put(pc, bits);
        blocks.put(open.getFirst(), open);
      }
    }

    /**
     * Instructions that were translated and not yet executed: they may replace what is executed.
     */
    private final Map<Long, Integer> pending = new HashMap<>();

    /**
     * The block that was begun has been executed.
     *
     * @param next where it led, or the instruction in it that trapped
     */
    private void finish(long next, boolean trapped) throws FollowException {
      if (begun == null) {
        return;
      }
      long pc = begun;
      begun = null;
      List<Long> its = blocks.get(pc);
      if (its != null) {
        for (long each : its) {
          if (trapped && each == next) {
            return;
          }
          execute(each);
        }
        return;
      }
      for (int i = 0; i < LONGEST_BLOCK && (pc != next || i == 0 && !trapped); i++) {
        execute(pc);
        Instruction at = flow.waitingInstruction();
        if (at == null || at.kind != FlowKind.SEQUENTIAL) {
          return;
        }
        pc = at.after();
      }
    }

    private void execute(long pc) throws FollowException {
      Integer bits = pending.remove(pc);
      if (bits == null) {
        flow.instruction(pc, begunPrivilege);
      } else {
        flow.instruction(pc, bits, begunPrivilege);
      }
    }
  }
}
