package bbt.translator.linux;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord.Note;
import bbt.translator.hart.Hart;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Notices what a program that makes code while it runs calls that code: it writes lines {@code
 * START SIZE NAME} into its {@code perf-PID.map}, where Linux' perf looks for them
 * (tools/perf/Documentation/jit-interface.txt). Read are the bytes that it gives to write, when the
 * call is over and has taken them; a descriptor that was copied or inherited is not followed. Guest
 * thread only.
 */
final class PerfMaps {
  // Numbers of system calls in Linux' generic table, which RISC-V and arm64 have.
  private static final long OPENAT = 56;
  private static final long CLOSE = 57;
  private static final long WRITE = 64;
  private static final long WRITEV = 66;
  private static final long PWRITE = 68;

  private static final Pattern FILE = Pattern.compile("(?:.*/)?perf-(\\d{1,9})\\.map");
  private static final Pattern LINE =
      Pattern.compile("(?:0x)?([0-9a-fA-F]{1,16}) (?:0x)?([0-9a-fA-F]{1,8}) (.+)");

  /** A longer path is cut, and none of these. */
  private static final int MOST_PATH = 256;

  /** More than this at once is not read; V8 writes 2 MiB. */
  private static final int MOST_BYTES = 4 << 20;

  private static final int MOST_NAME = 256;

  /** Lines of one note. */
  private static final int BATCH = 64;

  private record Descriptor(int process, long number) {}

  /** A map that a process writes: whose names it has, and the line that is not ended yet. */
  private static final class NameFile {
    final String pid;
    final ByteArrayOutputStream line = new ByteArrayOutputStream();

    NameFile(String pid) {
      this.pid = pid;
    }
  }

  /**
   * A call that a task has made.
   *
   * @param next the instruction behind it
   * @param pid of the map that it opens; else null
   * @param bytes that it writes
   */
  private record Call(long next, Descriptor file, String pid, byte[] bytes) {}

  private final LinuxTaskNames names;
  private final LinuxAbi abi;
  private final Map<Descriptor, NameFile> open = new HashMap<>();
  private final Map<Long, Call> calls = new HashMap<>();

  PerfMaps(LinuxTaskNames names, LinuxAbi abi) {
    this.names = names;
    this.abi = abi;
  }

  /** A task makes a system call. */
  void called(Hart cpu, long task, long epc) {
    long call = abi.number(cpu);
    if (call == OPENAT) {
      String path = names.userText(cpu, abi.argument(cpu, 1), MOST_PATH);
      Matcher file = FILE.matcher(path);
      if (path.length() < MOST_PATH && file.matches()) {
        Descriptor unknown = new Descriptor(names.process(cpu, task), -1);
        calls.put(task, new Call(abi.behind(epc), unknown, file.group(1), null));
      }
    } else if (!open.isEmpty() && (call == WRITE || call == PWRITE || call == WRITEV)) {
      Descriptor file = new Descriptor(names.process(cpu, task), abi.argument(cpu, 0));
      if (open.containsKey(file)) {
        byte[] bytes =
            call == WRITEV
                ? gathered(cpu, abi.argument(cpu, 1), abi.argument(cpu, 2))
                : names.userBytes(cpu, abi.argument(cpu, 1), bounded(abi.argument(cpu, 2)));
        calls.put(task, new Call(abi.behind(epc), file, null, bytes));
      }
    } else if (!open.isEmpty() && call == CLOSE) {
      open.remove(new Descriptor(names.process(cpu, task), abi.argument(cpu, 0)));
    }
  }

  private static int bounded(long bytes) {
    return (int) Math.clamp(bytes, 0, MOST_BYTES);
  }

  private byte[] gathered(Hart cpu, long vector, long count) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (long i = 0; i < Math.min(count, 1024) && all.size() < MOST_BYTES; i++) {
      int bytes = bounded(names.userLong(cpu, vector + 16 * i + 8));
      all.writeBytes(names.userBytes(cpu, names.userLong(cpu, vector + 16 * i), bytes));
    }
    return all.toByteArray();
  }

  /**
   * A task goes on in user mode.
   *
   * @return what the trace is to say: mostly nothing
   */
  List<Note> returned(Hart cpu, long task) {
    Call call = calls.isEmpty() ? null : calls.get(task);
    if (call == null || call.next != cpu.pc) {
      return List.of(); // a signal's handler goes first
    }
    calls.remove(task);
    long result = abi.argument(cpu, 0);
    if (call.pid != null) {
      if (result >= 0) {
        open.put(new Descriptor(call.file.process, result), new NameFile(call.pid));
      }
      return List.of();
    }
    NameFile map = open.get(call.file);
    if (map == null || result <= 0) {
      return List.of(); // closed by another thread, or not written
    }
    if (result > call.bytes.length) {
      map.line.reset(); // not all of it could be read
      return List.of();
    }
    return lines(map, Arrays.copyOf(call.bytes, (int) result));
  }

  private static List<Note> lines(NameFile map, byte[] bytes) {
    List<String> lines = new ArrayList<>();
    for (byte b : bytes) {
      if (b != '\n') {
        map.line.write(b);
        continue;
      }
      Matcher line = LINE.matcher(map.line.toString(StandardCharsets.UTF_8));
      if (line.matches()) {
        String name = line.group(3);
        String cut = name.substring(0, Math.min(name.length(), MOST_NAME));
        lines.add(line.group(1) + " " + line.group(2) + " " + cut);
      }
      map.line.reset();
    }
    List<Note> notes = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += BATCH) {
      List<String> some = lines.subList(i, Math.min(i + BATCH, lines.size()));
      notes.add(new Note(0, NoteKeys.USER_CODE, map.pid + " " + String.join("\n", some)));
    }
    return notes;
  }
}
