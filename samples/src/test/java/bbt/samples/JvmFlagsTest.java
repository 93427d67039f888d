package bbt.samples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code jvm.flags} names is there: the JVM says nothing where no method has that name. */
class JvmFlagsTest {
  private static final Pattern METHOD =
      Pattern.compile("CompileThresholdScaling,\\*(\\w+)::(\\w+),");

  @Test
  void theLoopThatIsCompiledLaterIsThere() throws Exception {
    Matcher flag =
        METHOD.matcher(Files.readString(Path.of(System.getProperty("bbt.root"), "jvm.flags")));
    assertTrue(flag.find());
    Class<?> plain = Class.forName("bbt.translator.riscv.interp.PlainInterpreter");
    assertTrue(plain.getName().endsWith(flag.group(1)));
    assertTrue(
        Arrays.stream(plain.getDeclaredMethods()).anyMatch(m -> m.getName().equals(flag.group(2))));
  }
}
