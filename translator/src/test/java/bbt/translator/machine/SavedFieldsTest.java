package bbt.translator.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.net.HostAccess;
import bbt.translator.testing.ElfBuilder;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * No field of the machine is forgotten by its saved state: each number in each object that belongs
 * to the machine is changed, and what is saved must change with it. What is not saved stands here;
 * a new field fails until it is decided where it belongs.
 */
@Timeout(300)
class SavedFieldsTest {
  /** Packages whose objects hold state. Engines and the recorder work on it. */
  private static final Set<String> PACKAGES =
      Set.of(
          "bbt.translator.machine",
          "bbt.translator.device",
          "bbt.translator.device.virtio",
          "bbt.translator.hart",
          "bbt.translator.memory",
          "bbt.translator.mmu",
          "bbt.translator.net",
          "bbt.translator.console",
          "bbt.translator.run",
          "bbt.translator.riscv.cpu",
          "bbt.translator.riscv.board");

  /** Not looked into: what the machine was made from, memory, the outside world. */
  private static final Set<String> OUTSIDE =
      Set.of(
          "MachineConfig",
          "HostAccess",
          "LoadedGuest",
          "Ram",
          "Rom",
          "InputLog",
          "HostSockets",
          "Idle");

  /** Set anew, from what is saved, when a state is taken over. */
  private static final List<String> DERIVED =
      List.of(
          "Cpu.cacheOps",
          "Hart.nodeStart",
          "RiscvMmu.dataPrivilege",
          "PageWalker.adUpdate",
          "PageWalker.levels",
          "PageWalker.memoryTypes",
          "PageWalker.mxr",
          "PageWalker.root",
          "PageWalker.sum",
          "Pmp.first",
          "Pmp.last",
          "Pmp.used",
          "Tlb.filled",
          "Tlb.fills");

  /** The machine's configuration, which both have. */
  private static final List<String> CONFIGURED =
      List.of(
          "Board.rom",
          "Hart.readTlb",
          "Hart.writeTlb",
          "Csrs.menvcfgWritable",
          "VirtioBlock.config",
          "VirtioBlock.id");

  /** Lives within one instruction, one request or one call of the machine. */
  private static final List<String> PASSING =
      List.of(
          "Chain.address",
          "Chain.bytes",
          "Chain.count",
          "Chain.head",
          "Chain.length",
          "Chain.moved",
          "Chain.readIndex",
          "Chain.readOffset",
          "Chain.readable",
          "Chain.writeIndex",
          "Chain.writeOffset",
          "Chain.written",
          "Cpu.x0",
          "Cpu.xSink",
          "RunLoop.inEvent",
          "RunLoop.inFirmware",
          "RunLoop.pauseAt",
          "RunLoop.pauseHart",
          "RunLoop.pauseRetired",
          "RunLoop.paused",
          "RunLoop.proceeding",
          "RunLoop.stepping",
          "Mmu.devicePhysical",
          "RiscvMmu.fetchGlobal",
          "PageWalker.global",
          "PageWalker.leafShift",
          "VirtQueue.work",
          "VirtioConsole.arriving");

  /** What goes out of the machine: trace, logs, console; and the end of a run. */
  private static final List<String> OUTPUT =
      List.of(
          ".at", // of the console that is none
          "Arrivals.joinRetired",
          "Arrivals.joinTick",
          "ConsoleOutput.dirty",
          "PanicWatch.message",
          "ConsoleOutput.flushedAt",
          "Hart.recordLimit",
          "Hart.recordPointer",
          "Hart.verifyHash",
          "Machine.asked",
          "Machine.start",
          "Machine.traceBytes",
          "PowerState.code",
          "PowerState.stopRequested",
          "TcpGateway.full",
          "TcpGateway.shutPorts");

  @TempDir Path folder;

  private Machine machine() throws IOException {
    Assembler a = new Assembler();
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    byte[] elf = new ElfBuilder(0x8000_0000L).segment(0x8000_0000L, a.bytes()).build();
    Path disk = Files.write(folder.resolve("disk"), new byte[512]);
    Machine machine =
        Machine.create(
            MachineConfig.builder()
                .kernel(Files.write(folder.resolve("program.elf"), elf))
                .memoryBytes(16 << 20)
                .harts(2)
                .network(HostAccess.NONE)
                .drives(List.of(new MachineConfig.DriveConfig(disk, false)))
                .engine(EngineMode.INTERPRETER)
                .build(),
            ConsolePort.none());
    machine.begin();
    machine.proceed(1000);
    return machine;
  }

  @Test
  void everyFieldIsSavedOrNamedHere() throws Exception {
    Machine machine = machine();
    byte[] saved = machine.save();
    Set<String> named = new TreeSet<>(DERIVED);
    named.addAll(CONFIGURED);
    named.addAll(PASSING);
    named.addAll(OUTPUT);
    Set<String> forgotten = new TreeSet<>();
    int fields = 0;
    for (Object object : objects(machine)) {
      for (Field field : fields(object.getClass())) {
        String name = field.getDeclaringClass().getSimpleName() + "." + field.getName();
        Runnable undo = named.contains(name) ? null : change(object, field);
        if (undo != null) {
          fields++;
          boolean same;
          byte[] other = saved;
          try {
            other = machine.save();
            same = Arrays.equals(saved, other);
          } catch (RuntimeException e) {
            same = false; // it was looked at
          } finally {
            undo.run();
          }
          if (same) {
            forgotten.add(name);
          }
          machine.load(other);
          assertArrayEquals(other, machine.save(), name + " is taken over");
          machine.load(saved);
          assertArrayEquals(saved, machine.save(), name + " was put back");
        }
      }
    }
    machine.release();
    assertEquals(Set.of(), forgotten, "neither saved nor named here");
    assertTrue(fields > 200, fields + " fields");
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> all = new ArrayList<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          all.add(field);
        }
      }
    }
    return all;
  }

  /** Everything that can be reached from the machine and holds state. */
  private static Collection<Object> objects(Machine machine) throws IllegalAccessException {
    Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Object> order = new ArrayList<>();
    Deque<Object> todo = new ArrayDeque<>(List.of(machine));
    while (!todo.isEmpty()) {
      Object object = todo.remove();
      if (object == null || !found.add(object)) {
        continue;
      }
      switch (object) {
        case Collection<?> c -> todo.addAll(c.stream().filter(e -> e != null).toList());
        case Map<?, ?> m -> todo.addAll(m.values());
        case Object[] array -> todo.addAll(Arrays.stream(array).filter(e -> e != null).toList());
        default -> {
          Class<?> type = object.getClass();
          if (PACKAGES.contains(type.getPackageName())
              && !OUTSIDE.contains(type.getSimpleName())
              && !type.isHidden()
              && !type.isRecord()
              && !(object instanceof Enum)) {
            order.add(object);
            for (Field field : fields(type)) {
              Object value = field.getType().isPrimitive() ? null : field.get(object);
              if (value != null) {
                todo.add(value);
              }
            }
          }
        }
      }
    }
    return order;
  }

  /** Changes a number, a flag, an enumeration's value or an array of them; null if it is none. */
  private static Runnable change(Object object, Field field) throws IllegalAccessException {
    Class<?> type = field.getType();
    Object old = field.get(object);
    boolean last = Modifier.isFinal(field.getModifiers());
    if (type.isArray() && type.getComponentType().isPrimitive()) {
      int at = old == null ? 0 : Array.getLength(old) - 1;
      if (old == null || at < 0) {
        return null;
      }
      Object was = Array.get(old, at);
      Array.set(old, at, other(was));
      return () -> Array.set(old, at, was);
    }
    if (last || old == null || !(type.isPrimitive() || type.isEnum())) {
      return null;
    }
    field.set(object, other(old));
    return () -> {
      try {
        field.set(object, old);
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    };
  }

  private static Object other(Object value) {
    return switch (value) {
      case Boolean b -> !b;
      case Long n -> n ^ 1;
      case Integer n -> n ^ 1;
      case Short n -> (short) (n ^ 1);
      case Byte n -> (byte) (n ^ 1);
      case Double d -> d + 1;
      case Enum<?> e -> {
        Object[] all = e.getDeclaringClass().getEnumConstants();
        yield all[(e.ordinal() + 1) % all.length];
      }
      default -> throw new AssertionError(value);
    };
  }
}
