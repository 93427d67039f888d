package bbt.reconstruct.fuzz;

import bbt.ptg.dwarf.MachineView;
import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.dwarf.SourceMap;
import bbt.ptg.dwarf.Variables;
import bbt.ptg.dwarf.unit.DwarfException;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import bbt.ptg.image.ImageException;
import bbt.ptg.image.Segment;
import bbt.ptg.symbols.ElfSymbols;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** Reads a program and what its compiler left in it. */
final class ProgramTarget {
  /** Addresses asked for: this many functions, and places in each. */
  private static final int FUNCTIONS = 16;

  private static final int PLACES = 8;

  /** Variables asked for by their names, of each place. */
  private static final int NAMES = 8;

  private static final ScratchFile PROGRAM = new ScratchFile("program");
  private static final ScratchFile PACKAGE = new ScratchFile("program.dwp");

  private ProgramTarget() {}

  static void elf(byte[] input) throws IOException {
    ElfFile elf = ElfFile.parse("input", input);
    elf.buildId();
    for (Segment segment : elf.segments()) {
      elf.bytes(segment);
    }
    ElfSymbols.of(elf);
    attempt(() -> ElfSymbols.stubs(elf));
    attempt(elf::debugLink);
    for (ElfFile.Section section : elf.sections()) {
      attempt(() -> elf.contents(section));
    }
  }

  private interface Part {
    Object read() throws ImageException;
  }

  /** One part may be damaged; the others are still read. */
  private static void attempt(Part part) {
    try {
      part.read();
    } catch (ImageException e) {
      // the documented error
    }
  }

  static void dwarf(byte[] input) throws IOException {
    ask(ElfFile.parse("input", input));
  }

  /** Four bytes say how long the program is; the package follows it. */
  static void splitDwarf(byte[] input) throws IOException {
    if (input.length < 4) {
      return;
    }
    int stated = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).getInt();
    int end = 4 + Math.clamp(stated, 0, input.length - 4);
    Files.write(PACKAGE.path(), Arrays.copyOfRange(input, end, input.length));
    ask(ElfFile.read(PROGRAM.holding(Arrays.copyOfRange(input, 4, end))));
  }

  private static void ask(ElfFile elf) throws IOException {
    SourceMap sources = SourceMap.of(elf, line -> {});
    Variables variables = Variables.of(elf, line -> {});
    sources.files();
    Set<Object> told = new HashSet<>();
    for (long pc : places(elf)) {
      for (SourceFrame frame : sources.at(pc)) {
        frame.brief();
      }
      sources.linesAround(pc, told);
      try {
        ask(variables, pc);
      } catch (DwarfException e) {
        // the documented error
      }
    }
    for (String name : variables.globals("", 8)) {
      variables.value(name, 0, 0, MACHINE);
    }
  }

  private static void ask(Variables variables, long pc) {
    variables.at(pc, 0, MACHINE);
    variables.namesAt(pc, 0).stream()
        .limit(NAMES)
        .forEach(
            name -> {
              variables.value(name, pc, 0, MACHINE);
              variables.value("*" + name, pc, 0, MACHINE);
              variables.members(name, pc, 0);
            });
  }

  private static Set<Long> places(ElfFile elf) throws IOException {
    Set<Long> places = new LinkedHashSet<>();
    places.add(elf.entry());
    int functions = 0;
    for (ElfSymbol symbol : elf.symbols()) {
      if (symbol.function() && functions++ < FUNCTIONS) {
        for (int i = 0; i < PLACES; i++) {
          places.add(symbol.address() + (symbol.size() * i / PLACES & -2));
        }
      }
    }
    return places;
  }

  private static final MachineView MACHINE =
      new MachineView() {
        @Override
        public long register(int number) {
          return 0x1_0000 + 8L * number;
        }

        @Override
        public byte[] read(long address, int length) {
          byte[] bytes = new byte[length];
          Arrays.fill(bytes, (byte) address);
          return bytes;
        }
      };
}
