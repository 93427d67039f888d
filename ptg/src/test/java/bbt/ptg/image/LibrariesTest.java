package bbt.ptg.image;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Libraries that read what an attacker may have made are not those with known vulnerabilities. */
class LibrariesTest {
  /** The Snappy and LZ4 of 3.3 have a known vulnerability. */
  @Test
  void aircompressor() throws IOException {
    Properties library = new Properties();
    try (InputStream in =
        LibrariesTest.class.getResourceAsStream(
            "/META-INF/maven/io.airlift/aircompressor-v3/pom.properties")) {
      library.load(in);
    }
    String[] version = library.getProperty("version").split("\\.");
    int major = Integer.parseInt(version[0]);
    int minor = Integer.parseInt(version[1]);
    assertTrue(major > 3 || major == 3 && minor >= 4, () -> String.join(".", version));
  }
}
