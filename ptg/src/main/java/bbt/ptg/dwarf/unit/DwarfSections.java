package bbt.ptg.dwarf.unit;

import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ElfSymbol;
import bbt.ptg.image.ImageException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Holds the debugging sections of a file, unpacked when first asked for. */
public class DwarfSections {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

  private final ElfFile elf;
  private final Map<String, ByteBuffer> unpacked = new HashMap<>();

  /** By address; null before it is asked for. */
  private Map<Long, Long> functionSizes;

  /** The limits on what is read, by what they count. */
  private final Map<String, Allowance> allowances = new HashMap<>();

  private final Damage damage;

  public DwarfSections(ElfFile elf, Damage damage) {
    this.elf = elf;
    this.damage = damage;
  }

  /**
   * Tells a listener that a program's debugging information is damaged: of the first place alone.
   */
  public static final class Damage {
    private final Consumer<String> listener;
    private boolean told;

    public Damage(Consumer<String> listener) {
      this.listener = listener;
    }

    private void tell(String line) {
      if (!told) {
        told = true;
        listener.accept(line);
      }
    }
  }

  /** Something that reads debugging information. */
  public interface Reading<T> {
    T read();
  }

  /**
   * Reads a part of the file, which may be damaged: then it is told, and the rest is read all the
   * same.
   *
   * @param otherwise in place of a damaged part
   */
  public <T> T bear(Reading<T> reading, T otherwise) {
    try {
      return reading.read();
    } catch (DwarfException e) {
      damage.tell(
          where()
              + ": damaged debugging information ("
              + e.getMessage()
              + "); source lines are missing where it is");
      return otherwise;
    }
  }

  Damage damage() {
    return damage;
  }

  public boolean has(String name) {
    return elf.section(name) != null;
  }

  /** A section's bytes; empty if the file has none of that name. */
  public ByteBuffer get(String name) {
    return unpacked.computeIfAbsent(name, this::load);
  }

  private ByteBuffer load(String name) {
    ElfFile.Section section = elf.section(name);
    if (section == null) {
      return EMPTY;
    }
    try {
      return elf.contents(section);
    } catch (ImageException e) {
      damage.tell(e.getMessage() + "; source lines are missing");
      return EMPTY;
    }
  }

  /** Virtual address of a section, 0 if there is none. */
  public long address(String name) {
    ElfFile.Section section = elf.section(name);
    return section == null ? 0 : section.address();
  }

  /** The size of the function that the file's symbol table has at an address, or 0. */
  long functionSize(long address) {
    if (functionSizes == null) {
      functionSizes = new HashMap<>();
      try {
        for (ElfSymbol symbol : elf.symbols()) {
          if (symbol.function()) {
            functionSizes.merge(symbol.address(), symbol.size(), Math::max);
          }
        }
      } catch (ImageException e) {
        throw new DwarfException(e.getMessage());
      }
    }
    return functionSizes.getOrDefault(address, 0L);
  }

  /**
   * Counts what was read.
   *
   * @param what in the plural
   * @param section that it is made of
   * @param perByte how many a byte of the section can stand for, at most
   * @throws DwarfException if that was too much
   */
  void spend(String what, long number, String section, int perByte) {
    allowances
        .computeIfAbsent(
            what, its -> new Allowance(its, LEAST_ALLOWED + (long) perByte * get(section).limit()))
        .spend(number);
  }

  private static final long LEAST_ALLOWED = 1 << 16;

  String string(String section, long offset) {
    return new DwarfCursor(get(section), offset).string();
  }

  /** Name of the file, for messages. */
  public String where() {
    return elf.where();
  }
}
