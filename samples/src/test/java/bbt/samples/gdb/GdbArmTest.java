package bbt.samples.gdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** gdb, the stepper and a replay on a bare-metal AArch64 program. */
@Tag("qemu")
@Timeout(300)
final class GdbArmTest {
  private static final String PROGRAM =
      """
              .global _start
      _start: ldr     x0, =0x40300000
              mov     sp, x0
              mov     x0, #3 << 20
              msr     cpacr_el1, x0
              isb
              adr     x1, data
              ldp     q3, q4, [x1]
              bl      work
              ldr     x0, =0x84000008
              hvc     #0
              b       .
      work:   stp     x29, x30, [sp, #-16]!
              mov     x29, sp
              mov     x5, #42
              bl      leaf
              ldp     x29, x30, [sp], #16
              ret
      leaf:   add     x5, x5, #1
              str     x5, [x1, #32]
              cmp     x5, #43
              b.ne    1f
              nop
      1:      ret
              .balign 16
      data:   .quad   0x1122334455667788, 0x99aabbccddeeff00, 1, 2
      cell:   .quad   0
      """;

  @TempDir private Path folder;
  private Path kernel;

  @BeforeEach
  void build() throws Exception {
    Files.writeString(folder.resolve("a.s"), PROGRAM);
    execute("aarch64-linux-gnu-as", "-o", "a.o", "a.s");
    execute("aarch64-linux-gnu-ld", "-N", "-Ttext=0x40400000", "-o", "a.elf", "a.o");
    kernel = folder.resolve("a.elf");
  }

  private void execute(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), () -> command[0] + ": " + said);
  }

  /** Takes long, and a trace is asked for the same below. */
  @Tag("full")
  @Test
  void aLiveGuest() throws Exception {
    try (Gdb gdb = Gdb.serve("boot", kernel.toString(), "--gdb", ":0", "--console", "none")) {
      String text =
          gdb.run(
              kernel,
              """
              info registers pc sp cpsr
              break *leaf
              continue
              bt 2
              info registers x5 x30
              p/x $v3
              p/x $fpcr
              set var $x5 = 6
              set var $v3 = 5
              p/x $v3
              set var $cpsr = 0x800003c5
              delete
              watch *(long*)&cell
              continue
              x/i $pc
              p *(long*)&cell
              stepi
              info registers cpsr
              delete
              finish
              info registers pc
              continue
              """);
      Gdb.assertFound(
          text,
          "pc +0x40400000",
          "sp +0x0",
          "cpsr +0x400003c5",
          "Breakpoint 1, 0x[0-9a-f]+ in leaf",
          "#0  0x[0-9a-f]+ in leaf",
          "#1  0x[0-9a-f]+ in work",
          "x5 +0x2a +42",
          "x30 +0x[0-9a-f]+ ",
          "= 0x99aabbccddeeff001122334455667788",
          "= 0x0",
          "= 0x5",
          "Old value = 0\\s+New value = 7",
          "cmp\\s+x5, #0x2b",
          "= 7",
          "cpsr +0x800003c5",
          "in work",
          "exited normally");
    }
  }

  @Test
  void aTracedRunInBothDirections() throws Exception {
    Path trace = folder.resolve("a.bbt");
    Bbt.Outcome boot = Bbt.run("boot", kernel.toString(), "--bb-trace", trace.toString());
    assertEquals(0, boot.code(), boot.err());
    Bbt.Outcome replay = Bbt.run("replay", trace.toString(), "--kernel", kernel.toString());
    assertEquals(0, replay.code(), replay.err());
    Bbt.Outcome step =
        Bbt.run(
            "step",
            trace.toString(),
            "--kernel",
            kernel.toString(),
            "--at",
            "leaf",
            "-c",
            "regs",
            "-c",
            "origin x5",
            "-c",
            "back",
            "-c",
            "regs x5 sp");
    assertEquals(0, step.code(), step.err());
    assertTrue(step.out().contains("x5   000000000000002a"), step.out());
    try (Gdb gdb =
        Gdb.serve(
            "step",
            trace.toString(),
            "--kernel",
            kernel.toString(),
            "--at",
            "end",
            "--gdb",
            ":0")) {
      String text =
          gdb.run(
              kernel,
              """
              watch *(long*)&cell
              reverse-continue
              x/i $pc
              p $x5
              reverse-stepi
              p $x5
              p/x $v4
              info registers cpsr
              """);
      Gdb.assertFound(
          text,
          "str\\s+x5, \\[x1, #32\\]",
          "= 43",
          "in leaf",
          "= 42",
          "= 0x20000000000000001",
          "cpsr +0x400003c5");
    }
  }

  private static final String SOURCE =
      """
      struct box { int kind; long value; };
      static struct box boxes[3] = {{1, 10}, {2, 20}, {3, 30}};
      long total;
      extern double fill(void);
      long sum(struct box *from, int count) {
        register double scale asm("d0");
        long s = 0;
        fill();
        for (int i = 0; i < count; i++) {
          s += from[i].value * from[i].kind;
        }
        return total = s;
      }
      void start(void) { sum(boxes, 3); }
      """;

  private static final String ENTRY =
      """
              .global _start
      _start: ldr     x0, =0x40300000
              mov     sp, x0
              mov     x0, #3 << 20
              msr     cpacr_el1, x0
              bl      start
              ldr     x0, =0x84000008
              hvc     #0
              .global fill
      fill:   adr     x0, data
              ldp     q0, q1, [x0]
              ret
              .balign 16
      data:   .double 2.5, 0, 0, 0
      """;

  /**
   * Lines, variables in memory and registers, and the frame by a description with signed returns.
   */
  @Test
  void linesAndVariablesOfItsElfFile() throws Exception {
    Files.writeString(folder.resolve("a.s"), ENTRY);
    Files.writeString(folder.resolve("b.c"), SOURCE);
    execute("aarch64-linux-gnu-as", "-o", "a.o", "a.s");
    execute(
        "aarch64-linux-gnu-gcc",
        "-g",
        "-O0",
        "-mbranch-protection=standard",
        "-ffreestanding",
        "-c",
        "b.c");
    execute("aarch64-linux-gnu-ld", "-N", "-Ttext=0x40400000", "-o", "a.elf", "a.o", "b.o");
    Path trace = folder.resolve("a.bbt");
    Bbt.Outcome boot = Bbt.run("boot", kernel.toString(), "--bb-trace", trace.toString());
    assertEquals(0, boot.code(), boot.err());
    Bbt.Outcome step =
        Bbt.run(
            "step",
            trace.toString(),
            "--kernel",
            kernel.toString(),
            "--binary",
            kernel.toString(),
            "-c",
            "break b.c:10",
            "-c",
            "continue",
            "-c",
            "continue",
            "-c",
            "locals",
            "-c",
            "print from[i]",
            "-c",
            "bt");
    assertEquals(0, step.code(), step.err());
    Gdb.assertFound(
        step.out(),
        "b.c:10  s \\+= from",
        "scale = 2.5  \\(double\\)",
        "s = 10  \\(long int\\)",
        "from\\[i\\] = \\{kind = 2, value = 20\\}",
        "sum\\+0x[0-9a-f]+  b.c:10",
        "start\\+0x[0-9a-f]+  b.c:14");
  }
}
