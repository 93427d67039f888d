package bbt.translator.riscv.interp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HotSpot never compiles a method larger than 8000 bytes of bytecode (HugeMethodLimit). */
class MethodSizeTest {
  private static final int HUGE_METHOD_LIMIT = 8000;

  @ParameterizedTest
  @ValueSource(
      classes = {
        PlainInterpreter.class,
        TracingInterpreter.class,
        VerifyingInterpreter.class,
        ProbedInterpreter.class,
        ProbedTracingInterpreter.class,
        ProbedVerifyingInterpreter.class,
        Handlers.class
      })
  void everyMethodIsSmallEnoughToBeCompiled(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      for (MethodModel method : ClassFile.of().parse(in.readAllBytes()).methods()) {
        int size = method.findAttribute(Attributes.code()).orElseThrow().codeLength();
        assertTrue(size < HUGE_METHOD_LIMIT, () -> method.methodName() + " has " + size);
      }
    }
  }
}
