package bbt.reconstruct.query.tables;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryConfig.Part;
import bbt.reconstruct.memory.MemoryEvent;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.memory.MemoryProfile.InstructionCount;
import bbt.reconstruct.memory.MissCounts;
import bbt.reconstruct.names.Sources;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.FillingException;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.RawTable;
import bbt.reconstruct.query.database.Rows;
import java.util.List;

/** Fills the table of misses with what a memory system did. */
public final class MissTable {
  private static final long PAGE_MASK = -4096L;

  private final MemoryProfile memory;
  private final MemoryConfig config;
  private final Sources sources;
  private final Rows rows;

  private MissTable(Database database, MemoryProfile memory, Sources sources) {
    this.memory = memory;
    this.config = memory.config();
    this.sources = sources;
    rows = database.rows(RawTable.MISSES);
  }

  /**
   * Fills it.
   *
   * @param memory in detail: with functions, and pages of data by instruction
   */
  public static void fill(Database database, MemoryProfile memory, Sources sources)
      throws QueryException {
    try {
      new MissTable(database, memory, sources).fill();
      database.commit();
    } catch (FillingException e) {
      throw e.asQueryException();
    }
  }

  private void fill() {
    memory.instructions().forEach(this::code);
    for (MemoryProfile.RangeCount range : memory.ranges()) {
      InstructionCount its = range.instruction();
      MissCounts c = range.counts();
      data(
          its,
          range.address(),
          c,
          c.reads,
          "read",
          MemoryEvent.READ_L1,
          MemoryEvent.READ_L2,
          MemoryEvent.READ_TLB,
          MemoryEvent.READ_WALK);
      data(
          its,
          range.address(),
          c,
          c.writes,
          "write",
          MemoryEvent.WRITE_L1,
          MemoryEvent.WRITE_L2,
          MemoryEvent.WRITE_TLB,
          MemoryEvent.WRITE_WALK);
    }
  }

  private void code(InstructionCount its) {
    MissCounts c = its.counts();
    long page = its.address() & PAGE_MASK;
    long l1 = c.of(MemoryEvent.FETCH_L1);
    long asked = config.part(Part.L1I) == null ? c.instructions : l1;
    row(its, "fetch", page, Part.L1I, c.instructions, c, MemoryEvent.FETCH_L1);
    row(its, "fetch", page, Part.L2, asked, c, MemoryEvent.FETCH_L2);
    row(its, "fetch", page, Part.ITLB, c.instructions, c, MemoryEvent.FETCH_TLB);
    long tlb = c.of(MemoryEvent.FETCH_TLB);
    row(its, "fetch", page, Part.L2TLB, tlb, c, MemoryEvent.FETCH_WALK);
    if (config.predictor() != null) {
      branch(its, "branch", c.branches, c, MemoryEvent.BRANCH);
      branch(its, "return", c.returns, c, MemoryEvent.RETURN);
      branch(its, "jump", c.jumps, c, MemoryEvent.JUMP);
    }
  }

  private void data(
      InstructionCount its,
      long page,
      MissCounts c,
      long accesses,
      String access,
      MemoryEvent l1,
      MemoryEvent l2,
      MemoryEvent tlb,
      MemoryEvent walk) {
    row(its, access, page, Part.L1D, accesses, c, l1);
    row(its, access, page, Part.L2, config.part(Part.L1D) == null ? accesses : c.of(l1), c, l2);
    row(its, access, page, Part.DTLB, accesses, c, tlb);
    row(its, access, page, Part.L2TLB, c.of(tlb), c, walk);
  }

  private void row(
      InstructionCount its,
      String access,
      long page,
      Part part,
      long accesses,
      MissCounts c,
      MemoryEvent event) {
    if (config.part(part) != null) {
      row(its, access, page, true, part.key(), accesses, c, event);
    }
  }

  private void branch(
      InstructionCount its, String access, long executions, MissCounts c, MemoryEvent event) {
    row(its, access, 0, false, "predictor", executions, c, event);
  }

  private void row(
      InstructionCount its,
      String access,
      long page,
      boolean hasPage,
      String level,
      long accesses,
      MissCounts c,
      MemoryEvent event) {
    if (accesses == 0) {
      return;
    }
    rows.begin()
        .add(its.owner().task())
        .add(its.owner().pid())
        .add(its.function())
        .add(its.owner().program())
        .add(its.address());
    List<SourceFrame> frames = sources.at(its.image(), its.codeAddress(), its.bits());
    if (frames.isEmpty()) {
      rows.none().none();
    } else {
      rows.add(frames.getFirst().file()).add(frames.getFirst().line());
    }
    rows.add(access);
    if (hasPage) {
      rows.add(page);
    } else {
      rows.none();
    }
    rows.add(level).add(accesses).add(c.of(event)).add(c.of(event) * config.cycles(event)).end();
  }
}
