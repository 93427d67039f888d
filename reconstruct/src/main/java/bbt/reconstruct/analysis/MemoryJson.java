package bbt.reconstruct.analysis;

import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryEvent;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MissCounts;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes what a memory system did as JSON: docs/memory-system.md says the keys. */
public final class MemoryJson {
  private MemoryJson() {}

  /**
   * Writes it.
   *
   * @param top rows in each table
   */
  public static void write(ObjectNode node, Report report, int top) {
    MemoryProfile memory = report.memory();
    MemoryConfig config = memory.config();
    MemoryRows rows = new MemoryRows(report);
    MissCounts total = rows.total();
    node.put("name", config.name());
    counts(node, config, total);
    ArrayNode levels = node.putArray("levels");
    for (MemoryRows.Level level : MemoryRows.levels(config, total)) {
      levels
          .addObject()
          .put("part", level.key())
          .put("accessed", level.what())
          .put("description", level.text())
          .put("accesses", level.accesses())
          .put("misses", level.misses())
          .put("rate", level.rate());
    }
    ArrayNode functions = node.putArray("functions");
    rows.functions().stream()
        .limit(top)
        .forEach(
            row -> {
              ObjectNode its =
                  functions
                      .addObject()
                      .put("name", row.key().name())
                      .put("program", row.key().program())
                      .put("address", "0x" + Long.toHexString(row.key().address()));
              counts(its, config, row.counts());
            });
    ArrayNode lines = node.putArray("lines");
    rows.lines().stream()
        .limit(top)
        .forEach(
            row ->
                counts(
                    lines.addObject().put("file", row.key().file()).put("line", row.key().line()),
                    config,
                    row.counts()));
    ArrayNode tasks = node.putArray("tasks");
    rows.tasks().stream()
        .limit(top)
        .forEach(row -> counts(tasks.addObject().put("name", row.key()), config, row.counts()));
    ArrayNode pages = node.putArray("pages");
    rows.pages().stream()
        .limit(top)
        .forEach(
            page -> {
              ObjectNode its =
                  pages
                      .addObject()
                      .put("address", "0x" + Long.toHexString(page.address()))
                      .put("program", page.program());
              events(its, config, page.counts());
            });
  }

  private static void counts(ObjectNode node, MemoryConfig config, MissCounts c) {
    node.put("instructions", c.instructions)
        .put("predictedCycles", c.predicted(config))
        .put("reads", c.reads)
        .put("writes", c.writes)
        .put("branches", c.branches)
        .put("returns", c.returns)
        .put("jumps", c.jumps);
    events(node, config, c);
  }

  private static void events(ObjectNode node, MemoryConfig config, MissCounts c) {
    node.put("missCycles", c.stalls(config));
    ObjectNode events = node.putObject("misses");
    for (MemoryEvent event : MemoryEvent.values()) {
      if (c.of(event) > 0) {
        events.put(JsonParts.key(event), c.of(event));
      }
    }
  }
}
