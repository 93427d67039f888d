package bbt.translator.riscv.sbi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.translator.device.TestMemory;
import bbt.translator.riscv.board.MemoryMap;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.sbi.SbiHost.HartStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SbiTest {
  private static final int TIME = 0x54494D45;
  private static final int IPI = 0x735049;
  private static final int RFENCE = 0x52464E43;
  private static final int HSM = 0x48534D;
  private static final int SRST = 0x53525354;
  private static final int PMU = 0x504D55;
  private static final int DBCN = 0x4442434E;
  private static final long NOT_SUPPORTED = -2;
  private static final long INVALID_PARAM = -3;
  private static final long INVALID_ADDRESS = -5;

  private final List<String> calls = new ArrayList<>();
  private final Deque<Integer> input = new ArrayDeque<>();
  private final TestMemory memory = new TestMemory(1 << 16);
  private final Cpu cpu = new Cpu(0);
  private HartStatus[] status = {HartStatus.STARTED};
  private final Sbi sbi = new Sbi(new Host(), memory);

  private final class Host implements SbiHost {
    @Override
    public int harts() {
      return status.length;
    }

    @Override
    public HartStatus status(int hart) {
      return status[hart];
    }

    @Override
    public void startHart(int hart, long address, long opaque) {
      calls.add("start " + hart + " at " + Long.toHexString(address) + " with " + opaque);
    }

    @Override
    public void stopHart(Cpu caller) {
      calls.add("stop " + caller.hartId);
    }

    @Override
    public void suspend(Cpu caller) {
      calls.add("wait " + caller.hartId);
    }

    @Override
    public void suspendAndRestart(Cpu caller, long address, long opaque) {
      calls.add("wait, then " + Long.toHexString(address) + " with " + opaque);
    }

    @Override
    public void setTimer(Cpu caller, long tick) {
      calls.add("timer " + tick);
    }

    @Override
    public void setSoftwareInterrupt(int hart, boolean level) {
      calls.add("ipi " + hart + " " + level);
    }

    @Override
    public void fenceTranslations(int hart, long start, long size) {
      calls.add("sfence " + hart + " " + start + " " + size);
    }

    @Override
    public void fenceInstructions(int hart) {
      calls.add("fence.i " + hart);
    }

    @Override
    public long translate(Cpu caller, long address) {
      return address >= 0x1000 ? address - 0x1000 + MemoryMap.RAM : -1;
    }

    @Override
    public void powerOff() {
      calls.add("off");
    }

    @Override
    public void fail(int code) {
      calls.add("fail " + code);
    }

    @Override
    public void reset() {
      calls.add("reset");
    }

    @Override
    public void putByte(int octet) {
      calls.add("put " + octet);
    }

    @Override
    public int getByte() {
      return input.isEmpty() ? -1 : input.poll();
    }
  }

  private long call(long eid, long fid, long... arguments) {
    cpu.x17 = eid;
    cpu.x16 = fid;
    cpu.x10 = arguments.length > 0 ? arguments[0] : 0;
    cpu.x11 = arguments.length > 1 ? arguments[1] : 0;
    cpu.x12 = arguments.length > 2 ? arguments[2] : 0;
    cpu.x13 = arguments.length > 3 ? arguments[3] : 0;
    sbi.call(cpu);
    return cpu.x10;
  }

  @Test
  void baseExtension() {
    assertEquals(0, call(0x10, 0));
    assertEquals(0x0200_0000, cpu.x11);
    assertEquals(0, call(0x10, 1));
    for (int f = 4; f <= 6; f++) {
      assertEquals(0, call(0x10, f));
      assertEquals(0, cpu.x11);
    }
    assertEquals(NOT_SUPPORTED, call(0x10, 7));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x10, TIME, IPI, RFENCE, HSM, SRST, PMU, DBCN, 0, 1, 2, 8})
  void announcesWhatItHas(int eid) {
    assertEquals(0, call(0x10, 3, eid));
    assertEquals(1, cpu.x11);
  }

  @ParameterizedTest
  @ValueSource(longs = {9, 0x53555350, 0x43505043, 0x535441, -1, 0x1_0000_0010L})
  void announcesNothingElse(long eid) {
    assertEquals(0, call(0x10, 3, eid));
    assertEquals(0, cpu.x11);
    assertEquals(NOT_SUPPORTED, call(eid, 0));
  }

  @Test
  void timer() {
    assertEquals(0, call(TIME, 0, 12345));
    assertEquals(NOT_SUPPORTED, call(TIME, 1, 12345));
    assertEquals(List.of("timer 12345"), calls);
  }

  @Test
  void hartMasks() {
    assertEquals(0, call(IPI, 0, 1, 0));
    assertEquals(0, call(IPI, 0, 0, -1)); // all harts
    assertEquals(0, call(IPI, 0, 0, 0)); // none
    assertEquals(INVALID_PARAM, call(IPI, 0, 2, 0));
    assertEquals(INVALID_PARAM, call(IPI, 0, 1, 1));
    assertEquals(List.of("ipi 0 true", "ipi 0 true"), calls);
  }

  @Test
  void fences() {
    assertEquals(0, call(RFENCE, 0, 1, 0));
    assertEquals(0, call(RFENCE, 1, 1, 0));
    assertEquals(0, call(RFENCE, 2, 0, -1));
    assertEquals(NOT_SUPPORTED, call(RFENCE, 3, 1, 0));
    assertEquals(List.of("fence.i 0", "sfence 0 0 -1", "sfence 0 0 -1"), calls);
  }

  @Test
  void hartStates() {
    assertEquals(0, call(HSM, 2, 0));
    assertEquals(0, cpu.x11);
    assertEquals(INVALID_PARAM, call(HSM, 2, 1));
    assertEquals(-6, call(HSM, 0, 0, MemoryMap.RAM));
    assertEquals(INVALID_PARAM, call(HSM, 0, 1, MemoryMap.RAM));
    assertEquals(0, call(HSM, 3, 0));
    assertEquals(0, call(HSM, 3, 0x8000_0000L, MemoryMap.RAM, 7));
    assertEquals(0, call(HSM, 3, 0xFFFF_FFFF_8000_0000L, MemoryMap.RAM, 8));
    assertEquals(INVALID_ADDRESS, call(HSM, 3, 0x8000_0000L, 0x1000, 7));
    assertEquals(INVALID_PARAM, call(HSM, 3, 1));
    assertEquals(0, call(HSM, 1));
    assertEquals(
        List.of("wait 0", "wait, then 80000000 with 7", "wait, then 80000000 with 8", "stop 0"),
        calls);
  }

  private void fourHarts() {
    status =
        new HartStatus[] {
          HartStatus.STARTED, HartStatus.STOPPED, HartStatus.START_PENDING, HartStatus.SUSPENDED
        };
  }

  @Test
  void otherHartsAreStartedOnce() {
    fourHarts();
    for (int hart = 0; hart < 4; hart++) {
      assertEquals(0, call(HSM, 2, hart));
      assertEquals(new int[] {0, 1, 2, 4}[hart], cpu.x11);
    }
    assertEquals(0, call(HSM, 0, 1, MemoryMap.RAM + 2, 99));
    assertEquals(INVALID_ADDRESS, call(HSM, 0, 1, MemoryMap.RAM - 2, 99));
    assertEquals(INVALID_ADDRESS, call(HSM, 0, 1, MemoryMap.RAM + 1, 99));
    assertEquals(-6, call(HSM, 0, 2, MemoryMap.RAM));
    assertEquals(-6, call(HSM, 0, 3, MemoryMap.RAM));
    assertEquals(INVALID_PARAM, call(HSM, 0, 4, MemoryMap.RAM));
    assertEquals(List.of("start 1 at 80000002 with 99"), calls);
  }

  @Test
  void masksNameHartsThatAreNotStopped() {
    fourHarts();
    assertEquals(0, call(IPI, 0, 0b11, 1));
    assertEquals(0, call(IPI, 0, 0b101, 0));
    assertEquals(INVALID_PARAM, call(IPI, 0, 0b10, 3));
    assertEquals(INVALID_PARAM, call(IPI, 0, 0x8000_0000_0000_0000L, 1));
    assertEquals(INVALID_PARAM, call(IPI, 0, 1, 64));
    assertEquals(0, call(IPI, 0, 0, -1));
    assertEquals(
        List.of("ipi 2 true", "ipi 0 true", "ipi 2 true", "ipi 0 true", "ipi 2 true", "ipi 3 true"),
        calls);
  }

  @Test
  void fencesOfRanges() {
    fourHarts();
    assertEquals(0, call(RFENCE, 0, 0b1000, 0));
    assertEquals(0, call(RFENCE, 1, 0b100, 0, 0x5000, 0x3000));
    assertEquals(0, call(RFENCE, 2, 0b10, 1, 0x5000, 64 << 12));
    assertEquals(0, call(RFENCE, 1, 1, 0, 0x5000, (64 << 12) + 1));
    assertEquals(0, call(RFENCE, 1, 1, 0, 0x5000, -1));
    assertEquals(
        List.of(
            "fence.i 3",
            "sfence 2 20480 12288",
            "sfence 2 20480 262144",
            "sfence 0 0 -1",
            "sfence 0 0 -1"),
        calls);
  }

  @Test
  void legacyMasksAreInMemory() {
    fourHarts();
    memory.write64(MemoryMap.RAM + 16, 0b1101);
    assertEquals(0, call(4, 0, 0x1010));
    assertEquals(0, call(5, 0, 0x1010));
    assertEquals(0, call(6, 0, 0x1010, 0x5000, 0x1000));
    assertEquals(INVALID_ADDRESS, call(4, 0, 0x10));
    assertEquals(0, call(7, 0, 0));
    assertEquals(
        List.of(
            "ipi 0 true",
            "ipi 2 true",
            "ipi 3 true",
            "fence.i 0",
            "fence.i 2",
            "fence.i 3",
            "sfence 0 20480 4096",
            "sfence 2 20480 4096",
            "sfence 3 20480 4096",
            "sfence 0 0 -1",
            "sfence 2 0 -1",
            "sfence 3 0 -1"),
        calls);
  }

  @Test
  void systemReset() {
    call(SRST, 0, 0, 0);
    call(SRST, 0, 0, 1);
    call(SRST, 0, 1, 0);
    call(SRST, 0, 2, 0);
    assertEquals(INVALID_PARAM, call(SRST, 0, 3, 0));
    assertEquals(INVALID_PARAM, call(SRST, 0, 0, 2));
    assertEquals(List.of("off", "fail 1", "reset", "reset"), calls);
  }

  @Test
  void noPerformanceCounters() {
    assertEquals(0, call(PMU, 0));
    assertEquals(0, cpu.x11);
    assertEquals(INVALID_PARAM, call(PMU, 1, 0));
  }

  @Test
  void debugConsole() {
    memory.write(MemoryMap.RAM, "ab".getBytes(StandardCharsets.US_ASCII), 0, 2);
    assertEquals(0, call(DBCN, 0, 2, MemoryMap.RAM, 0));
    assertEquals(2, cpu.x11);
    assertEquals(0, call(DBCN, 2, 'c'));
    assertEquals(List.of("put 97", "put 98", "put 99"), calls);
    assertEquals(INVALID_PARAM, call(DBCN, 0, 2, 0x1000, 0));
    assertEquals(INVALID_PARAM, call(DBCN, 0, 2, MemoryMap.RAM, 1));
    assertEquals(INVALID_PARAM, call(DBCN, 0, -1, MemoryMap.RAM, 0));
    input.add((int) 'x');
    assertEquals(0, call(DBCN, 1, 8, MemoryMap.RAM + 8, 0));
    assertEquals(1, cpu.x11);
    assertEquals('x', memory.read8(MemoryMap.RAM + 8));
  }

  @Test
  void legacyCallsLeaveA1Alone() {
    assertEquals(0, call(1, 0, 'z', 77));
    assertEquals(77, cpu.x11);
    assertEquals(-1, call(2, 0));
    input.add(5);
    assertEquals(5, call(2, 0));
    call(0, 0, 9);
    call(3, 0);
    call(8, 0);
    assertEquals(List.of("put 122", "timer 9", "ipi 0 false", "off"), calls);
  }
}
