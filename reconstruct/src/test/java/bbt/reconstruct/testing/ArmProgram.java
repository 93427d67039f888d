package bbt.reconstruct.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A bare-metal program for the AArch64 board. It begins at level 1 with handlers for all
 * exceptions, and may let the timer interrupt it again and again.
 */
public final class ArmProgram {
  /**
   * Sets up stack and vectors. The handler of exceptions goes on behind the instruction, or at x28
   * where that is not 0. svc #1 goes on at level 1.
   */
  private static final String BEGIN =
      """
              .global _start
      _start: ldr     x0, =vectors
              msr     vbar_el1, x0
              isb
              ldr     x0, =0x40300000
              mov     sp, x0
              mov     x28, #0
              b       main
              .balign 2048
      vectors:
              .rept   4
              .balign 128
              stp     x16, x17, [sp, #-16]!
              b       sync
              .balign 128
              stp     x16, x17, [sp, #-16]!
              b       irq
              .balign 512
              .endr
      sync:   mrs     x16, esr_el1
              lsr     x17, x16, #26
              cmp     x17, #0x15
              b.eq    service
              mrs     x17, elr_el1
              add     x17, x17, #4
              cbz     x28, 1f
              mov     x17, x28
      1:      msr     elr_el1, x17
              mrs     x17, spsr_el1
              bic     x17, x17, #0x100000
              msr     spsr_el1, x17
              b       leave
      service:
              and     x16, x16, #0xffff
              cmp     x16, #1
              b.ne    leave
              mov     x17, #5
              msr     spsr_el1, x17
      leave:  ldp     x16, x17, [sp], #16
              eret
      irq:    ldr     x16, =0x08010000
              ldr     w17, [x16, #12]
              str     w17, [x16, #16]
              mrs     x17, cntvct_el0
              ubfx    x17, x17, #0, #5
              add     x17, x17, #9
              msr     cntv_tval_el0, x17
              b       leave
      off:    ldr     x0, =0x84000008
              hvc     #0
              b       .
              .ltorg
      """;

  /** Lets the virtual timer interrupt. */
  public static final String TIMER =
      """
              ldr     x0, =0x08000000
              mov     w1, #1
              str     w1, [x0]
              mov     w1, #1 << 27
              str     w1, [x0, #0x100]
              ldr     x0, =0x08010000
              mov     w1, #0xff
              str     w1, [x0, #4]
              mov     w1, #1
              str     w1, [x0]
              mov     x0, #10
              msr     cntv_tval_el0, x0
              mov     x0, #1
              msr     cntv_ctl_el0, x0
              msr     daifclr, #2
      """;

  private ArmProgram() {}

  /**
   * Assembles and links a program.
   *
   * @param text what begins at {@code main} and ends with a branch to {@code off}
   * @return the ELF file, linked at 0x40400000
   */
  public static Path build(Path folder, String text) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("a.s"), BEGIN + text);
    execute(folder, "aarch64-linux-gnu-as", "-march=armv8-a+crc", "-o", "a.o", "a.s");
    execute(folder, "aarch64-linux-gnu-ld", "-N", "-Ttext=0x40400000", "-o", "a.elf", "a.o");
    return folder.resolve("a.elf");
  }

  private static void execute(Path folder, String... command)
      throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), command[0]);
    String text = Files.readString(said);
    assertEquals(0, process.exitValue(), () -> command[0] + ": " + text);
  }
}
