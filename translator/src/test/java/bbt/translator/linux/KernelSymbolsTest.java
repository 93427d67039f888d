package bbt.translator.linux;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.AUIPC;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.CSRRW;
import static bbt.ptg.riscv.Insn.JAL;
import static bbt.ptg.riscv.Insn.JALR;
import static bbt.ptg.riscv.Insn.LD;
import static bbt.ptg.riscv.Insn.MRET;
import static bbt.ptg.riscv.Insn.SFENCE_VMA;
import static bbt.ptg.riscv.Insn.SW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.packets.write.TraceWriter;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.code.Tiering;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.PageTableRoots;
import bbt.translator.testing.BareMachine;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.GuestSystem;
import bbt.translator.trace.Recorder;
import bbt.translator.trace.TraceScope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A kernel in small: begins at physical addresses, turns its page tables on, goes on at virtual
 * ones, calls a module, and loops. Its tables are those of Linux.
 */
class KernelSymbolsTest {
  private static final long IMAGE = Ram.BASE + 0x20_0000;
  private static final long UP = 0xFFFF_FFFF_0000_0000L; // from physical to virtual
  private static final long MODULES_UP = 0xFFFF_FFFE_C000_0000L; // the same, for modules
  private static final long ROOT = Ram.BASE + 0x10_0000;
  private static final int SIZE = 0x6_0000;
  private static final int TABLES = 0x2_0000;
  private static final int LIST = 0x6000;
  private static final int MODULE = 0x8000;
  private static final String BUILD_ID = "00112233445566778899aabbccddeeff01234567";

  @TempDir Path directory;
  private Ram ram;
  private Path trace;

  @BeforeEach
  void record() throws IOException {
    trace = record("t.bbt", true, SymbolTable.EMPTY);
  }

  private Path record(String name, boolean known, SymbolTable file) throws IOException {
    Path trace = directory.resolve(name);
    ram = new Ram(16 << 20);
    List<GuestSystem> systems = known ? List.of(new LinuxSystem(ram, RiscvIsa.RV64)) : List.of();
    Map<String, String> facts = Map.of("trace.mode", "compact", "trace.verify", "true");
    Recorder recorder =
        new Recorder(
            RiscvIsa.RV64,
            () -> new Recorder.Opened(TraceWriter.create(trace, new TraceHeader(facts)), file),
            new PageTableRoots(ram),
            systems,
            ContextRule.THREAD_POINTER,
            TraceScope.ALL,
            List.of());
    BareMachine machine = new BareMachine(ram, Tiering.NONE, recorder);
    machine.load(loader()).load(IMAGE, kernel().bytes());
    pageTable();
    tables();
    module();
    machine.runTo(9_000_000);
    recorder.end(machine.cpu, 0, "end");
    return trace;
  }

  /** M-mode, then a piece of S-mode code in the kernel's third page that the kernel overwrites. */
  private static Assembler loader() {
    Assembler a = new Assembler();
    a.i(ADDI, 5, 0, -1).i(CSRRW, 0, 5, 0x3B0).i(ADDI, 5, 0, 0x1F).i(CSRRW, 0, 5, 0x3A0);
    a.li(5, 0x800).i(CSRRW, 0, 5, 0x300);
    a.i(AUIPC, 6, 0, 0x20_3000).i(ADDI, 6, 6, -a.offset() + 4 + 0x100).i(CSRRW, 0, 6, 0x341);
    return a.op(MRET);
  }

  private static Assembler kernel() {
    Assembler a = new Assembler();
    a.to(JAL, 0, 0, 0, "start").padTo(0x40).padTo(0x1000);
    a.label("start").i(AUIPC, 6, 0, 0).i(LD, 5, 6, 0x100).i(LD, 7, 6, 0x108);
    a.i(CSRRW, 0, 5, 0x180).op(SFENCE_VMA).i(JALR, 0, 7, 0);
    a.padTo(0x2000); // virtual from here on
    a.i(AUIPC, 6, 0, 0).i(LD, 7, 6, 0x100).to(JAL, 1, 0, 0, "third").i(JALR, 1, 7, 0);
    a.label("loop").i(ADDI, 8, 8, 1).branch(BNE, 8, 0, "loop");
    a.padTo(0x3000).label("third").i(JALR, 0, 1, 0);
    a.padTo(0x3100).i(AUIPC, 6, 0, 0).s(SW, 0, 6, 0).to(JAL, 0, 0, 0, "out");
    a.padTo(0x4000).label("out").to(JAL, 0, 0, 0, "back").padTo(0x5000);
    a.label("back").i(AUIPC, 6, 0, -0x5000).i(JALR, 0, 6, 0);
    a.padTo(MODULE).i(JALR, 0, 1, 0);
    return a.padTo(SIZE);
  }

  private void pageTable() {
    long leaf = (Ram.BASE >>> 12) << 10 | 0xCF;
    for (int index : new int[] {2, 509, 510}) {
      ram.write64(ROOT + 8L * index, leaf);
    }
    ram.write64(IMAGE + 0x1100, 8L << 60 | ROOT >>> 12);
    ram.write64(IMAGE + 0x1108, IMAGE + UP + 0x2000);
    ram.write64(IMAGE + 0x2100, IMAGE + MODULES_UP + MODULE);
  }

  private void tables() {
    ram.write64(IMAGE + 0x10, SIZE);
    ram.write64(IMAGE + 0x30, 0x5643534952L);
    ram.write32(IMAGE + 0x38, 0x05435352);
    byte[] id = HexFormat.of().parseHex("040000001400000003000000474e5500" + BUILD_ID);
    ram.write(IMAGE + 0x1_0000, id, 0, id.length);
    KallsymsMaker maker = new KallsymsMaker().add(0, "T_start").add(0x1000, "Tphysical_entry");
    maker.add(0x1800, "tbeside").add(0x2000, "Tsecond").add(0x3000, "Tthird");
    maker.add(0x4000, "Tout").add(0x5000, "Tback").add(LIST, "Dmodules").add(0x7000, "Tnever");
    byte[] made = maker.make(IMAGE + UP);
    ram.write(IMAGE + TABLES, made, 0, made.length);
  }

  private void module() {
    long head = IMAGE + LIST;
    long links = head + 0x108;
    ram.write64(head, links + UP);
    ram.write64(links, head + UP);
    text(links + 16, "mod");
    ram.write64(links + 0x100, head + 0x400 + UP);
    ram.write64(head + 0x400, head + 0x500 + UP);
    ram.write32(head + 0x408, 3);
    ram.write64(head + 0x410, head + 0x600 + UP);
    ram.write(head + 0x500, new byte[24], 0, 24);
    symbol(head + 0x500 + 24, 1, 2, IMAGE + MODULES_UP + MODULE, 0x20);
    symbol(head + 0x500 + 48, 9, 1, IMAGE + MODULES_UP + MODULE + 0x40, 8);
    text(head + 0x600, "\0init_me\0data");
  }

  private void symbol(long at, int name, int type, long value, long size) {
    ram.write32(at, name);
    ram.write32(at + 4, type | 1 << 16);
    ram.write64(at + 8, value);
    ram.write64(at + 16, size);
  }

  private void text(long at, String text) {
    byte[] bytes = (text + "\0").getBytes(StandardCharsets.UTF_8);
    ram.write(at, bytes, 0, bytes.length);
  }

  private static List<Chunk> chunks(Path file) throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file)) {
      for (Chunk c = reader.next(); c != null; c = reader.next()) {
        chunks.add(c);
      }
    }
    return chunks;
  }

  private static List<String> facts(List<Chunk> chunks) {
    List<String> found = new ArrayList<>();
    for (Chunk chunk : chunks) {
      if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
        for (SidebandRecord item : sideband.records()) {
          if (item instanceof SidebandRecord.Symbols s) {
            found.add(s.image() + Arrays.toString(s.names()));
            assertEquals(SidebandRecord.GLOBAL, s.addressSpace());
          } else if (item instanceof SidebandRecord.Note note) {
            found.add(note.key() + " " + note.value());
          }
        }
      }
    }
    return found;
  }

  @Test
  void eachPageIsNamedWhenItIsFirstExecuted() throws IOException {
    assertEquals(
        List.of(
            "kernel.build-id " + BUILD_ID,
            "kernel.moved 80200000 ffffffff80200000",
            "kernel.moved 80201000 ffffffff80201000",
            // Page 3 holds something else by now than what was executed there.
            "kernel.moved 80204000 ffffffff80204000",
            "kernel.moved 80205000 ffffffff80205000",
            "kernel[_start, physical_entry, beside, second, out, back]",
            "kernel[third]",
            "kernel[init_me [mod], ]"),
        facts(chunks(trace)));
  }

  /** Pages in one slot of what was executed last, and one whose address leads elsewhere. */
  @Test
  void aPageIsNamedAgainWhereItsAddressLeadsToAnother() {
    Cpu cpu = new BareMachine(ram, Tiering.NONE, null).cpu;
    cpu.priv = Cpu.S;
    GuestSystem system = new LinuxSystem(ram, RiscvIsa.RV64);
    List<String> said = new ArrayList<>();
    StringBuilder at = new StringBuilder();
    GuestSystem.Listener listener = (hart, remark) -> said.add(at.toString());
    long far = 1024 * 4096;
    long[][] fills = {{0, 0}, {far + 0x2000, 0x2000}, {0x2000, 0x2000}, {0x2000, 0x2000}};
    long[][] moved = {{0x2000, far}, {0x2000, 0x2000}, {far + 0x2000, 0x2000}, {0x2000, 0x2000}};
    for (long[] fill : Stream.of(fills, moved).flatMap(Arrays::stream).toList()) {
      at.append((char) ('a' + at.length()));
      system.executed(cpu, IMAGE + UP + fill[0], IMAGE + fill[1], true, listener);
    }
    assertEquals(List.of("a", "abc", "abcde", "abcdef"), said);
  }

  private static List<Packet> packets(List<Chunk> chunks) {
    return chunks.stream()
        .filter(Frame.class::isInstance)
        .flatMap(frame -> ((Frame) frame).packets().stream())
        .toList();
  }

  /** Nobody knows the guest's system: the same is traced, nameless. */
  @Test
  void aGuestThatNobodyKnowsHasNoNames() throws IOException {
    List<Chunk> nameless = chunks(record("nameless.bbt", false, SymbolTable.EMPTY));
    assertEquals(List.of(), facts(nameless));
    List<Packet> packets = packets(chunks(trace));
    assertFalse(packets.isEmpty());
    assertEquals(packets, packets(nameless));
  }

  @Test
  void aGuestThatNobodyKnowsHasTheNamesOfItsFile() throws IOException {
    List<Symbol> upper = new ArrayList<>();
    for (int page : new int[] {2, 3, 7}) {
      upper.add(new Symbol(IMAGE + UP + 0x1000 * page, 0x20, "f" + page));
    }
    assertEquals(
        List.of("kernel[f2, ]", "kernel[f3, ]"),
        facts(chunks(record("upper.bbt", false, SymbolTable.of(upper)))));
    List<Symbol> lower = List.of(new Symbol(IMAGE, 0x20, "start"));
    assertEquals(
        List.of("kernel[start]"), facts(chunks(record("lower.bbt", false, SymbolTable.of(lower)))));
  }

  @Test
  void namesHaveTheirAddresses() throws IOException {
    List<String> places = new ArrayList<>();
    for (Chunk chunk : chunks(trace)) {
      if (chunk instanceof Chunk.Sideband sideband) {
        for (SidebandRecord item : sideband.records()) {
          if (item instanceof SidebandRecord.Symbols s) {
            for (int i = 0; i < s.names().length; i++) {
              places.add(s.names()[i] + Long.toHexString(s.addresses()[i]) + "@" + s.retired());
            }
          }
        }
      }
    }
    assertTrue(places.contains("secondffffffff80202000@24"), places::toString);
    assertTrue(places.contains("thirdffffffff80203000@27"), places::toString);
    assertTrue(places.contains("init_me [mod]ffffffff40208000@29"), places::toString);
    assertTrue(places.contains("ffffffff40208020@29"), "where it ends");
  }

  @Test
  void aTraceThatWasCutHasTheNamesOfWhatIsInIt() throws IOException {
    List<Chunk> whole = chunks(trace);
    long end = 0;
    for (int i = 0; i < whole.size() && end == 0; i++) {
      if (whole.get(i) instanceof Frame) {
        end = assertInstanceOf(Frame.class, whole.get(i + 1)).offset();
      }
    }
    Path cut = directory.resolve("cut.bbt");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(trace), (int) end + 5));
    List<Chunk> left = chunks(cut);
    assertTrue(left.size() < whole.size());
    assertEquals(facts(whole), facts(left));
  }
}
