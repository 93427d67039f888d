package bbt.samples.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/** The schema of {@code bbt report --json}. */
public final class ReportSchema {
  private ReportSchema() {}

  /** Asserts that a report is as the schema says. */
  public static void conforms(JsonNode report) throws IOException {
    try (InputStream in =
        ReportSchema.class.getResourceAsStream("/bbt/reconstruct/report/report.schema.json")) {
      assertEquals(
          Set.of(),
          JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
              .getSchema(in)
              .validate(report));
    }
  }
}
