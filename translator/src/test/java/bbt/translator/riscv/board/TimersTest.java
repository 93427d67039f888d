package bbt.translator.riscv.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.device.Bus;
import bbt.translator.device.GoldfishRtc;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.Rom;
import bbt.translator.device.SeedStream;
import bbt.translator.device.TestFinisher;
import bbt.translator.device.TestLine;
import bbt.translator.device.TestTime;
import bbt.translator.device.TimeBase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** ACLINT, real-time clock, test finisher, ROM, bus. */
class TimersTest {
  private final TestTime time = new TestTime();
  private final TestLine msip = new TestLine();
  private final TestLine mtip = new TestLine();
  private final Aclint aclint =
      new Aclint(time, new InterruptLine[] {msip}, new InterruptLine[] {mtip});

  @Test
  void machineTimerIsPendingFromItsDeadlineOn() {
    aclint.store(0x4000, 8, 100);
    assertEquals(100, aclint.deadline());
    assertEquals(1, time.deadlineChanges);
    time.now = 99;
    aclint.update();
    assertFalse(mtip.level);
    time.now = 100;
    aclint.update();
    assertTrue(mtip.level);
    assertEquals(TimeBase.NEVER, aclint.deadline());
    aclint.store(0x4000, 8, 200);
    assertFalse(mtip.level);
  }

  @Test
  void halvesOfMtimecmpAndMtime() {
    aclint.store(0x4004, 4, 0);
    aclint.store(0x4000, 4, 7);
    assertEquals(7, aclint.load(0x4000, 8));
    aclint.store(0x4004, 4, 3);
    assertEquals(0x3_0000_0007L, aclint.load(0x4000, 8));
    time.now = 0x1_2345_6789L;
    assertEquals(0x1_2345_6789L, aclint.load(0xBFF8, 8));
    assertEquals(0x2345_6789L, aclint.load(0xBFF8, 4));
    assertEquals(1, aclint.load(0xBFFC, 4));
    aclint.store(0xBFF8, 8, 5);
    assertEquals(5, time.now);
  }

  @Test
  void aDeadlineWithTheTopBitSetIsNever() {
    aclint.store(0x4000, 8, -1);
    assertEquals(TimeBase.NEVER, aclint.deadline());
    aclint.update();
    assertFalse(mtip.level);
  }

  @Test
  void softwareInterrupt() {
    aclint.store(0, 4, 1);
    assertTrue(msip.level);
    assertEquals(1, aclint.load(0, 4));
    aclint.store(0, 4, 2);
    assertFalse(msip.level);
  }

  @Test
  void realTimeClockFollowsTheMachineFromItsBase() {
    GoldfishRtc rtc = new GoldfishRtc(time, new TestLine(), 1_767_225_600L);
    time.now = 10_000_000;
    long nanos = rtc.load(0, 4) | rtc.load(4, 4) << 32;
    assertEquals(1_767_225_601L * 1_000_000_000L, nanos);
  }

  @Test
  void settingTheRealTimeClock() {
    GoldfishRtc rtc = new GoldfishRtc(time, new TestLine(), 0);
    long wanted = 0x1234_5678_9ABC_DEF0L;
    rtc.store(4, 4, wanted >>> 32);
    rtc.store(0, 4, wanted & 0xFFFF_FFFFL);
    assertEquals(wanted, rtc.load(0, 4) | rtc.load(4, 4) << 32);
  }

  private GoldfishRtc withAlarm(TestLine line, long nanos) {
    GoldfishRtc rtc = new GoldfishRtc(time, line, 0);
    rtc.store(0x10, 4, 1);
    rtc.store(0x0C, 4, nanos >>> 32);
    rtc.store(0x08, 4, nanos & 0xFFFF_FFFFL);
    return rtc;
  }

  @Test
  void alarmGoesOffOnceAtItsTime() {
    TestLine line = new TestLine();
    GoldfishRtc rtc = withAlarm(line, 1050);
    assertEquals(11, rtc.deadline());
    assertEquals(1, rtc.load(0x18, 4));
    time.now = 10;
    rtc.update();
    assertFalse(line.level);
    time.now = 11;
    rtc.update();
    assertTrue(line.level);
    assertEquals(0, rtc.load(0x18, 4));
    rtc.store(0x1C, 4, 1);
    assertFalse(line.level);
    assertEquals(TimeBase.NEVER, rtc.deadline());
  }

  @Test
  void settingTheClockBringsTheAlarm() {
    TestLine line = new TestLine();
    GoldfishRtc rtc = withAlarm(line, 1L << 32 | 500);
    int told = time.deadlineChanges;
    rtc.store(0, 4, 400);
    assertEquals(told + 1, time.deadlineChanges);
    assertFalse(line.level);
    rtc.store(4, 4, 1);
    assertEquals(told + 2, time.deadlineChanges);
    assertEquals(1, rtc.deadline());
    assertFalse(line.level);
    rtc.store(0, 4, 500);
    assertTrue(line.level);
    assertEquals(TimeBase.NEVER, rtc.deadline());
  }

  @Test
  void finisherCommands() {
    List<String> calls = new ArrayList<>();
    TestFinisher finisher =
        new TestFinisher(
            new TestFinisher.Handler() {
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
            });
    finisher.store(0, 4, 0x5555);
    finisher.store(0, 4, 0x002A_3333);
    finisher.store(0, 4, 0x7777);
    finisher.store(0, 4, 0x1234);
    finisher.store(8, 4, 0x5555);
    assertEquals(List.of("off", "fail 42", "reset"), calls);
  }

  @Test
  void busFindsDevicesAndTheirEdges() {
    Bus bus = new Bus();
    bus.map(0x1000, 0x10, new Rom(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
    assertEquals(0x04030201L, bus.load(0x1000, 4));
    assertEquals(0x0807L, bus.load(0x1006, 4));
    assertTrue(bus.covers(0x1008, 8));
    assertFalse(bus.covers(0x1009, 8));
    assertFalse(bus.covers(0xFFF, 2));
    bus.store(0x1000, 4, -1);
    assertEquals(0x04030201L, bus.load(0x1000, 4));
  }

  @Test
  void seedStreamIsFixed() {
    // First output of SplitMix64 for seed 0, as published with the algorithm.
    assertEquals(0xE220A8397B1DCDAFL, new SeedStream(0).nextLong());
    byte[] a = new byte[16];
    new SeedStream(0).fill(a, 0, 16);
    assertEquals((byte) 0xAF, a[0]);
    assertEquals((byte) 0xE2, a[7]);
  }
}
