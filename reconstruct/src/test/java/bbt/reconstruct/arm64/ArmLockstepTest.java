package bbt.reconstruct.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.testing.ArmProgram;
import bbt.reconstruct.testing.RandomArmProgram;
import bbt.translator.codegen.GuestCode;
import bbt.translator.codegen.RegisterPlace;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.lockstep.Choices;
import bbt.translator.lockstep.Guest;
import bbt.translator.lockstep.Lockstep;
import bbt.translator.lockstep.MachineGuest;
import bbt.translator.machine.Instruments;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interpreter and translator in lockstep on AArch64 programs; and differences are found. */
@Tag("qemu")
@Timeout(300)
class ArmLockstepTest {
  @TempDir private Path folder;

  private static MachineConfig config(Path kernel, Path trace) {
    MachineConfig.Builder builder =
        MachineConfig.builder().kernel(kernel).memoryBytes(32 << 20).maxInsns(5_000_000);
    if (trace != null) {
      builder.trace(new TraceOptions(trace, true, true, TraceOptions.Context.AUTO));
    }
    return builder.build();
  }

  /** Control flow at both levels, code that changes itself, a timer that interrupts. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void randomProgramsRunAlike(long seed) throws Exception {
    Path kernel = ArmProgram.build(folder, RandomArmProgram.of(seed));
    for (Path trace : new Path[] {null, folder.resolve("a.bbt")}) {
      MachineGuest guest = new MachineGuest(config(kernel, trace), config(kernel, null));
      Lockstep.Result result = Lockstep.compare(guest, Choices.ofShort(seed), line -> {});
      assertNull(result.difference(), () -> String.valueOf(result.difference()));
      assertTrue(result.places() >= result.pauses());
      assertTrue(result.memories() > 0);
    }
  }

  /** One instruction in 64 rounds of a loop has to do with the registers that are broken below. */
  private static final String SELDOM =
      """
      main:   mov     x0, #3 << 20
              msr     cpacr_el1, x0
              isb
              ldr     x9, =20000
      1:      add     x5, x5, #3
              fmov    d1, x5
              add     v3.2d, v3.2d, v1.2d
              tst     x9, #63
              b.ne    2f
              orr     v7.16b, v3.16b, v1.16b
              add     x21, x21, x5
      2:      subs    x9, x9, #1
              b.ne    1b
              b       off
              .ltorg
      """;

  /** A translator that has registers in places of others is found out, and where it shows. */
  @ParameterizedTest
  @CsvSource({
    "x, 21, 20, 'add x21, x21, x5', x20, x21",
    "vector, 14, 12, 'orr v7.16b, v3.16b, v1.16b', v6.low, v7.low"
  })
  void aRegisterInAnotherPlaceIsFound(
      String array, int from, int to, String instruction, String other, String register)
      throws Exception {
    Path kernel = ArmProgram.build(folder, SELDOM);
    MachineConfig config = config(kernel, null);
    MachineGuest whole = new MachineGuest(config, config);
    Guest broken =
        new Broken(
            whole,
            code ->
                with(
                    GuestCode.class,
                    code,
                    "place",
                    place ->
                        place.equals(new RegisterPlace(array, from))
                            ? new RegisterPlace(array, to)
                            : place));
    Choices choices = new Choices(1, 3, 200, 1000, 300, true, false);
    Lockstep.Result result = Lockstep.compare(broken, choices, line -> {});
    assertFalse(result.agrees());
    String text = result.difference().toString();
    assertTrue(text.contains(": " + instruction), text);
    assertTrue(text.contains(other + " 0x"), text);
    assertTrue(text.contains(register + " 0x"), text);
  }

  /** The program of the tests above has no difference where its translator is not broken. */
  @Test
  void theSameProgramRunsAlike() throws Exception {
    MachineConfig config = config(ArmProgram.build(folder, SELDOM), null);
    Choices choices = new Choices(1, 3, 200, 1000, 300, true, false);
    Lockstep.Result result =
        Lockstep.compare(new MachineGuest(config, config), choices, line -> {});
    assertNull(result.difference(), () -> String.valueOf(result.difference()));
    assertEquals(140_638, result.instructions());
  }

  /** A guest whose leader is given other code to translate with. */
  private record Broken(Guest whole, UnaryOperator<Object> code) implements Guest {
    @Override
    public GuestArchitecture architecture() {
      return with(GuestArchitecture.class, whole.architecture(), "code", code::apply);
    }

    @Override
    public Running start(Instruments instruments, boolean leader) throws IOException {
      return whole.start(instruments, leader);
    }
  }

  /** An object that answers as another one does, but for one method, whose answer is changed. */
  private static <T> T with(Class<T> type, Object of, String method, UnaryOperator<Object> change) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              Object answer = called.invoke(of, arguments);
              return called.getName().equals(method) ? change.apply(answer) : answer;
            }));
  }
}
