package bbt.reconstruct.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Prints {@code bbt --version}; the number is the Maven project's. */
public final class Version implements IVersionProvider {
  /** The version of bbt, such as {@code 0.1.0}. */
  public static String number() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"bbt " + number(), "Java " + Runtime.version()};
  }
}
