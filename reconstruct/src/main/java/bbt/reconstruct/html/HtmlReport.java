package bbt.reconstruct.html;

import bbt.reconstruct.analysis.JsonReport;
import bbt.reconstruct.analysis.MemoryJson;
import bbt.reconstruct.analysis.MemoryRows;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.code.Coverage;
import bbt.reconstruct.code.SourceText;
import bbt.reconstruct.page.Page;
import bbt.reconstruct.profile.FunctionProfile;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes a {@link Report} as one HTML file. */
public final class HtmlReport {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The page's scripts, in the order of the navigation. */
  private static final List<Page.Script> SCRIPTS =
      Page.scripts(
          HtmlReport.class,
          "unit",
          "trees",
          "summary",
          "flame",
          "calltree",
          "functions",
          "function",
          "disassembly",
          "coverage",
          "memory",
          "timeline",
          "exceptions",
          "trace",
          "start");

  /** Rows of each table about a memory system. */
  private static final int MEMORY_ROWS = 2_000;

  /** The parts that a report must have for a page. */
  public static final ReportPart[] WANTS = {
    ReportPart.TREE, ReportPart.TIMELINE, ReportPart.CODE, ReportPart.BOOT
  };

  private HtmlReport() {}

  /**
   * The options of a page.
   *
   * @param top rows of the summary's charts, 1 or more
   * @param functions whose instructions are shown: those with the most; 0 or more
   * @param sourcePath folders with source files that are elsewhere than {@link SourceText} looks by
   *     itself
   * @param command the command line that makes the page, as a user would type it
   * @param version the program's name and version
   */
  public record Options(
      int top, int functions, List<Path> sourcePath, String command, String version) {}

  /**
   * Writes the page; under a temporary name first, so that the file is whole or not there.
   *
   * @param report made with {@link #WANTS}
   * @return bytes of the file
   * @throws IOException if it cannot be written
   */
  public static long write(Report report, Options options, Path out) throws IOException {
    return page(report, options).write(out);
  }

  private static Page page(Report report, Options options) throws IOException {
    FunctionNumbers numbers = FunctionNumbers.of(report.profile());
    // The section is there only if there is something to say in it.
    Page page =
        new Page(
            report.file(),
            report.memory() != null
                ? SCRIPTS
                : SCRIPTS.stream().filter(script -> !script.name().equals("memory")).toList());
    page.add("report", summary(report, numbers));
    page.add("page", about(report, options));
    page.add("functions", numbers.block());
    new CallBlocks(report.profile(), numbers).add(page);
    page.add("timeline", TimelineBlock.of(report));
    page.add("exceptions", ExceptionBlock.of(report.profile()));
    Coverage coverage = Coverage.of(report.code(), report.sources());
    page.add("coverage", CoverageBlock.of(coverage, numbers));
    SourceBlock sources =
        new SourceBlock(
            report.sources(),
            new SourceText(options.sourcePath(), report.sources().binaries()),
            coverage.files());
    page.add("sources", sources.block());
    MemoryRows memory = report.memory() == null ? null : new MemoryRows(report);
    new CodeBlocks(report.code(), numbers, sources, report.costs(), memory, options.functions())
        .add(page);
    if (memory != null) {
      page.add("memory", memory(report, numbers));
    }
    return page;
  }

  private static ObjectNode memory(Report report, FunctionNumbers numbers) {
    ObjectNode node = MAPPER.createObjectNode();
    MemoryJson.write(node, report, MEMORY_ROWS);
    for (JsonNode each : node.get("functions")) {
      long address = Long.parseUnsignedLong(each.get("address").asText().substring(2), 16);
      ((ObjectNode) each)
          .put(
              "id",
              numbers.number(each.get("name").asText(), each.get("program").asText(), address));
    }
    return node;
  }

  /** The JSON report itself, so that its numbers and the page's are the same. */
  private static ObjectNode summary(Report report, FunctionNumbers numbers) throws IOException {
    ObjectNode node = (ObjectNode) MAPPER.readTree(JsonReport.of(report, 1));
    link(node, "mostInstructions", report.profile().mostInstructions(), numbers);
    link(node, "mostCalled", report.profile().mostCalled(), numbers);
    return node;
  }

  private static void link(
      ObjectNode node, String key, FunctionProfile function, FunctionNumbers numbers) {
    if (function != null) {
      ((ObjectNode) node.get(key))
          .put("id", numbers.number(function.name(), function.program(), function.address()));
    }
  }

  private static ObjectNode about(Report report, Options options) {
    return MAPPER
        .createObjectNode()
        .put("selection", report.selection().everything() ? null : report.selection().text())
        .put("top", options.top())
        .put("command", options.command())
        .put("version", options.version());
  }
}
