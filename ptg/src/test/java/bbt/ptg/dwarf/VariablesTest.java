package bbt.ptg.dwarf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.Segment;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Variables against gdb, at each of a program's first instructions. */
@Tag("qemu")
class VariablesTest {
  private static final int STEPS = 250;
  private static final Pattern REGISTER = Pattern.compile("(?m)^R([0-9]+) ([0-9a-f]+)$");
  private static final Pattern MEMORY =
      Pattern.compile("(?m)^0x([0-9a-f]+)[^:]*:\\s+0x([0-9a-f]{16})\\s+0x([0-9a-f]{16})$");
  private static final Pattern VARIABLE = Pattern.compile("(?m)^([a-z]\\w*) = ([^{\\n]*)$");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"-O0 -gdwarf-5", "-O1 -gdwarf-5", "-O2 -gdwarf-5", "-O2 -gdwarf-4"})
  void likeGdb(String options) throws Exception {
    Path program = CrossTools.compile(folder, options.split(" "));
    ElfFile elf = ElfFile.read(program);
    Variables variables = Variables.of(elf, line -> {});
    int known = 0;
    List<String> different = new ArrayList<>();
    for (String stop : gdb(program).split("STOP\n")) {
      Stop state = new Stop(elf, stop);
      if (!state.whole) {
        continue;
      }
      Map<String, String> theirs = new TreeMap<>();
      Matcher variable = VARIABLE.matcher(stop);
      while (variable.find()) {
        theirs.putIfAbsent(variable.group(1), variable.group(2));
      }
      List<Variables.Variable> ours = variables.at(state.pc, 0, state);
      for (Variables.Variable v : ours) {
        String expected = theirs.get(v.name());
        boolean inner = v.function().equals(ours.getFirst().function());
        if (inner && expected != null && !v.value().startsWith("{")) {
          boolean gone = v.value().startsWith("<optimized out");
          boolean same = gone ? expected.startsWith("<opt") : expected.equals(v.value());
          // gdb finds some values of a function's entry in its caller.
          if (!same && !v.value().contains("known at entry only")) {
            different.add(Long.toHexString(state.pc) + " " + v + ", gdb " + expected);
          }
          known += same && !gone ? 1 : 0;
        }
      }
    }
    assertEquals(List.of(), different.stream().limit(5).toList());
    assertTrue(known > 100, "only " + known + " values known");
  }

  private String gdb(Path program) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    StringBuilder script = new StringBuilder("set pagination off\nset confirm off\n");
    script.append("target remote :").append(port).append('\n');
    script.append("set $n = 0\nwhile $n < ").append(STEPS).append("\necho STOP\\n\n");
    script.append("printf \"R32 %lx\\n\", $pc\n");
    for (int i = 1; i < 32; i++) {
      script.append("printf \"R").append(i).append(" %lx\\n\", $x").append(i).append('\n');
    }
    script.append(
        "info args\ninfo locals\nx/80gx ($sp - 256)\nstepi\nset $n = $n + 1\nend\nkill\n");
    Path commands = Files.writeString(folder.resolve("commands"), script);
    Process guest =
        new ProcessBuilder("qemu-riscv64", "-g", Integer.toString(port), program.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("guest").toFile())
            .start();
    try {
      // gdb itself tries again until the guest listens (set tcp auto-retry, on by default).
      Path output = folder.resolve("gdb");
      new ProcessBuilder(
              "gdb-multiarch", "-nx", "-batch", "-x", commands.toString(), program.toString())
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start()
          .waitFor();
      String text = Files.readString(output, StandardCharsets.UTF_8);
      assertTrue(text.contains("STOP"), text);
      return text;
    } finally {
      guest.destroyForcibly();
    }
  }

  /** What gdb printed of registers and memory. */
  private static final class Stop implements MachineView {
    private final ElfFile elf;
    private final long[] registers = new long[33];
    private final Map<Long, Long> words = new TreeMap<>();
    private final boolean whole;
    private final long pc;

    Stop(ElfFile elf, String text) {
      this.elf = elf;
      Matcher register = REGISTER.matcher(text);
      int count = 0;
      while (register.find()) {
        registers[Integer.parseInt(register.group(1))] =
            Long.parseUnsignedLong(register.group(2), 16);
        count++;
      }
      whole = count == 32;
      pc = registers[32];
      Matcher line = MEMORY.matcher(text);
      while (line.find()) {
        long at = Long.parseUnsignedLong(line.group(1), 16);
        words.put(at, Long.parseUnsignedLong(line.group(2), 16));
        words.put(at + 8, Long.parseUnsignedLong(line.group(3), 16));
      }
    }

    @Override
    public long register(int number) {
      return registers[number];
    }

    @Override
    public byte[] read(long address, int length) {
      byte[] bytes = new byte[length];
      for (int i = 0; i < length; i++) {
        int value = at(address + i);
        if (value < 0) {
          return Arrays.copyOf(bytes, i);
        }
        bytes[i] = (byte) value;
      }
      return bytes;
    }

    private int at(long address) {
      Long word = words.get(address & -8L);
      if (word != null) {
        return (int) (word >>> (8 * (address & 7))) & 0xFF;
      }
      for (Segment segment : elf.segments()) {
        long offset = address - segment.virtual();
        if (offset >= 0 && offset < segment.fileSize()) {
          return elf.bytes(segment)[(int) offset] & 0xFF;
        }
      }
      return -1;
    }
  }
}
