package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryEvent;
import bbt.reconstruct.memory.MemorySystem;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.replay.memory.MemorySimulation;
import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionScope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Caches against those of valgrind's cachegrind: a program for the host is made that performs the
 * guest's loads and stores, at the same physical addresses but for high bits, and nothing else.
 */
@Tag("qemu")
@Timeout(300)
class CachegrindTest {
  /** The guest's RAM in the host program: physical addresses and this. */
  private static final long RAM = 0x10_0000_0000L;

  private static final long RAM_BASE = 0x8000_0000L;
  private static final int RAM_BYTES = 64 << 20;

  /** Where the host program's code is. */
  private static final long CODE = 0x40_0000;

  /** Bytes of the instructions that perform an access. */
  private static final int SLOT = 16;

  @TempDir private Path folder;

  private record Access(long address, int bytes, boolean store) {}

  @Test
  void missesAreThoseOfCachegrind() throws Exception {
    Assumptions.assumeTrue(System.getProperty("os.arch").equals("amd64"));
    Path trace = GuestReplayTest.mini(folder);
    for (String[] caches :
        new String[][] {
          {"8192,2,64", "8K 2 64", "65536,4,64", "64K 4 64"},
          {"32768,8,64", "32K 8 64", "262144,8,64", "256K 8 64"}
        }) {
      compare(trace, caches);
    }
  }

  private void compare(Path trace, String[] caches) throws Exception {
    MemoryConfig config =
        MemoryConfig.parse("c", List.of("l1i " + caches[1], "l1d " + caches[1], "l2 " + caches[3]));
    long to = 1_200_000;
    List<Access> accesses = new ArrayList<>();
    MissCounts simulated;
    try (Replay replay = Replay.open(trace, GuestOptions.NONE, folder.resolve("cache"), 1_000_000);
        TraceMap map = TraceMap.open(trace, TraceMap.Options.PLAIN)) {
      try (AccessStream stream = new AccessStream(replay)) {
        stream.run(map.startClock(), to);
        for (int i = 0; i < stream.size(); i++) {
          if (stream.ram(i)) {
            assertEquals(1, Integer.bitCount(stream.bytes(i)));
            accesses.add(new Access(stream.physical(i), stream.bytes(i), stream.store(i)));
          }
        }
        to = replay.position().clock();
      }
      Selection window =
          new Selection(
              null,
              new PositionSpecification.Instruction(to),
              List.of(),
              Set.of(),
              List.of(),
              Set.of());
      SelectionScope scope = SelectionScope.of(window, trace, map.symbols());
      simulated =
          MemorySimulation.run(map, replay, scope, config, null, false, clock -> {}).total();
    }
    assertTrue(accesses.size() > 50_000, "" + accesses.size());
    Map<String, Long> found = cachegrind(program(accesses), caches);
    // The data side: what the simulation of the run says is what cachegrind says.
    assertEquals(found.get("Dr"), simulated.reads);
    assertEquals(found.get("Dw"), simulated.writes);
    assertEquals(found.get("D1mr"), simulated.of(MemoryEvent.READ_L1));
    assertEquals(found.get("D1mw"), simulated.of(MemoryEvent.WRITE_L1));
    assertTrue(found.get("D1mr") > 1_000 && found.get("D1mw") > 1_000, found.toString());
    // All levels, with the fetches of the host's program.
    MemorySystem system = new MemorySystem(config, 1);
    MissCounts whole = new MissCounts();
    for (long at = 0; at < PROLOGUE; at += SLOT) {
      whole.add(system.fetch(0, 0, CODE + at, CODE + at, SLOT));
    }
    long at = CODE + PROLOGUE;
    for (Access a : accesses) {
      whole.add(system.fetch(0, 0, at, at, SLOT));
      at += SLOT;
      whole.add(system.access(0, 0, 0, RAM + a.address, a.bytes, a.store));
    }
    whole.add(system.fetch(0, 0, at, at, SLOT));
    assertEquals(found.get("I1mr"), whole.of(MemoryEvent.FETCH_L1));
    assertEquals(found.get("ILmr"), whole.of(MemoryEvent.FETCH_L2));
    assertEquals(found.get("D1mr"), whole.of(MemoryEvent.READ_L1));
    assertEquals(found.get("D1mw"), whole.of(MemoryEvent.WRITE_L1));
    assertEquals(found.get("DLmr"), whole.of(MemoryEvent.READ_L2));
    assertEquals(found.get("DLmw"), whole.of(MemoryEvent.WRITE_L2));
  }

  private Map<String, Long> cachegrind(Path program, String[] caches) throws Exception {
    Path out = folder.resolve("cachegrind.out");
    Process process =
        new ProcessBuilder(
                "valgrind",
                "--tool=cachegrind",
                "--cache-sim=yes",
                "--I1=" + caches[0],
                "--D1=" + caches[0],
                "--LL=" + caches[2],
                "--cachegrind-out-file=" + out,
                program.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    Map<String, Long> sums = new HashMap<>();
    String[] names = {};
    for (String line : Files.readAllLines(out)) {
      String[] words = line.split("\\s+");
      if (words[0].equals("events:")) {
        names = words;
      } else if (words[0].equals("summary:")) {
        for (int i = 1; i < words.length; i++) {
          sums.put(names[i], Long.parseLong(words[i]));
        }
      }
    }
    return sums;
  }

  // ---- the host's program

  /** Bytes before the first access: a system call, and padding. */
  private static final int PROLOGUE = 64;

  /** Makes an executable file for Linux on x86-64 that performs accesses. */
  private Path program(List<Access> accesses) throws IOException {
    int size = PROLOGUE + SLOT * accesses.size() + SLOT;
    ByteBuffer code = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    // mmap(RAM + RAM_BASE, RAM_BYTES, read and write, private anonymous fixed unreserved, -1, 0)
    code.put(bytes(0xB8)).putInt(9); // mov eax, 9
    code.put(bytes(0x48, 0xBF)).putLong(RAM + RAM_BASE); // mov rdi, ...
    code.put(bytes(0xBE)).putInt(RAM_BYTES); // mov esi, ...
    code.put(bytes(0xBA)).putInt(3); // mov edx, 3
    code.put(bytes(0x41, 0xBA)).putInt(0x4032); // mov r10d, ...
    code.put(bytes(0x49, 0xC7, 0xC0)).putInt(-1); // mov r8, -1
    code.put(bytes(0x45, 0x31, 0xC9)); // xor r9d, r9d
    code.put(bytes(0x0F, 0x05)); // syscall
    while (code.position() < PROLOGUE) {
      code.put((byte) 0x90); // nop
    }
    for (Access a : accesses) {
      // The sum keeps valgrind from leaving out loads whose values nobody needs.
      code.put(bytes(0x48, 0xB9)).putLong(RAM + a.address); // mov rcx, ...
      boolean prefix = a.bytes == 2 || a.bytes == 8;
      if (prefix) {
        code.put(bytes(a.bytes == 2 ? 0x66 : 0x48));
      }
      // mov [rcx], rax; add rax, [rcx]; or with al, ax, eax
      code.put(bytes((a.store ? 0x88 : 0x02) + (a.bytes == 1 ? 0 : 1), 0x01));
      code.put(prefix ? bytes(0x0F, 0x1F, 0x00) : bytes(0x0F, 0x1F, 0x40, 0x00)); // nop
    }
    code.put(bytes(0xB8)).putInt(60).put(bytes(0x31, 0xFF, 0x0F, 0x05)); // exit(0)

    int head = 4096;
    ByteBuffer elf = ByteBuffer.allocate(head + size).order(ByteOrder.LITTLE_ENDIAN);
    elf.putInt(0x464c457f).putInt(0x00010102).putLong(0);
    elf.putShort((short) 2).putShort((short) 62).putInt(1); // executable, x86-64
    elf.putLong(CODE).putLong(64).putLong(0).putInt(0);
    elf.putShort((short) 64).putShort((short) 56).putShort((short) 1);
    elf.putShort((short) 64).putShort((short) 0).putShort((short) 0);
    elf.putInt(1).putInt(5).putLong(head).putLong(CODE).putLong(CODE); // PT_LOAD, read and execute
    elf.putLong(size).putLong(size).putLong(4096);
    elf.position(head).put(code.array());
    Path file = Files.write(folder.resolve("accesses"), elf.array());
    assertTrue(file.toFile().setExecutable(true));
    return file;
  }

  private static byte[] bytes(int... values) {
    byte[] all = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      all[i] = (byte) values[i];
    }
    return all;
  }
}
