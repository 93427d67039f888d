package bbt.samples.agree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.InProcess;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the job for Apache Spark does with a trace, without Spark: it is in no module, so nothing
 * else compiles it. {@link FarmTest} runs the whole job.
 */
final class FarmProfileTest {
  private static final String SOURCE = "samples/spark/src/bbt/farm/TraceProfile.java";

  @TempDir private Path folder;

  private static Object call(Class<?> owner, Object on, String name, Object... arguments)
      throws ReflectiveOperationException {
    for (Method method : owner.getDeclaredMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
        method.setAccessible(true);
        return method.invoke(on, arguments);
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** Adds up the first numbers of rows that are not about functions. */
  private static void add(Object rows, Map<String, Long> sums) throws ReflectiveOperationException {
    for (Map.Entry<?, ?> row : ((Map<?, ?>) rows).entrySet()) {
      Object key = row.getKey();
      String kind = call(key.getClass(), key, "kind") + " " + call(key.getClass(), key, "name");
      Object amounts = row.getValue();
      long self = (Long) call(amounts.getClass(), amounts, "self");
      long calls = (Long) call(amounts.getClass(), amounts, "calls");
      if (!kind.startsWith("function") && !kind.startsWith("task")) {
        sums.merge(kind, kind.startsWith("exception") ? calls : self, Long::sum);
      }
    }
  }

  @Test
  void rangesAddUpToTheWhole() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    String source = Path.of(System.getProperty("bbt.root")).resolve(SOURCE).toString();
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, said, said, "-proc:none", "-d", folder.toString(), source);
    assertEquals(0, compiled, said.toString(StandardCharsets.UTF_8));
    String trace = InProcess.recorded(folder.resolve("mini.bbt"), "mini");
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      Class<?> profile = loader.loadClass("bbt.farm.TraceProfile");
      Map<String, Long> whole = new TreeMap<>();
      add(call(profile, null, "whole", trace), whole);
      List<?> ranges = (List<?>) call(profile, null, "ranges", trace, 3);
      assertTrue(ranges.size() > 1, ranges.toString());
      Map<String, Long> sums = new TreeMap<>();
      for (Object range : ranges) {
        add(call(profile, null, "of", range), sums);
      }
      assertEquals(whole, sums);
      long all =
          new ObjectMapper()
              .readTree(Reports.bbt("report", trace, "--json"))
              .get("instructions")
              .asLong();
      assertEquals(all, whole.get("total instructions"));
    }
  }
}
