package bbt.ptg.dwarf.unit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds all units of a file, and finds which of them an address or an entry belongs to. */
public final class DwarfInfo {
  private final DwarfSections sections;
  private final List<CompileUnit> units = new ArrayList<>();
  private final Map<Long, Abbreviations> abbreviations = new HashMap<>();
  private AddressMap<CompileUnit> byAddress;

  /** The skeleton unit of which this is the other half, or null. */
  private final CompileUnit skeleton;

  private final SplitUnits splits;

  public DwarfInfo(DwarfSections sections) {
    this(sections, null);
  }

  /**
   * The split half of a unit.
   *
   * @param skeleton the other one, in the program itself
   */
  DwarfInfo(DwarfSections sections, CompileUnit skeleton) {
    this.sections = sections;
    this.skeleton = skeleton;
    this.splits = skeleton == null ? new SplitUnits(sections) : null;
    ByteBuffer info = sections.get(".debug_info");
    DwarfCursor in = new DwarfCursor(info, 0);
    // What follows a damaged header cannot be told.
    sections.bear(
        () -> {
          while (in.position() < info.limit()) {
            readHeader(in);
          }
          return null;
        },
        null);
  }

  /** DWARF 5, section 7.5.1; version 4 and before have no unit type and another order. */
  private void readHeader(DwarfCursor in) {
    int offset = in.position();
    int end = in.unitEnd();
    int version = in.u16();
    if (version < 2 || version > 5) {
      throw new DwarfException("DWARF version " + version + " at 0x" + Integer.toHexString(offset));
    }
    int type = 0;
    long identity = 0;
    int addressSize;
    long abbreviationsAt;
    if (version >= 5) {
      type = in.u8();
      addressSize = in.u8();
      abbreviationsAt = in.offset();
      switch (type) {
        case Dw.UT_SKELETON, Dw.UT_SPLIT_COMPILE -> identity = in.u64();
        case Dw.UT_TYPE, Dw.UT_SPLIT_TYPE -> in.skip(8L + in.offsetSize());
        default -> {
          // a compile unit or a partial unit: nothing more
        }
      }
    } else {
      abbreviationsAt = in.offset();
      addressSize = in.u8();
    }
    units.add(
        new CompileUnit(
            this,
            sections,
            identity,
            offset,
            end,
            version,
            addressSize,
            in.offsetSize(),
            in.position(),
            abbreviations.computeIfAbsent(abbreviationsAt, at -> new Abbreviations(sections, at))));
    in.seek(end);
  }

  public List<CompileUnit> units() {
    return units;
  }

  /** The unit that covers an address, the split one where it is split; or null. */
  public CompileUnit at(long address) {
    if (byAddress == null) {
      AddressMap.Builder<CompileUnit> map = new AddressMap.Builder<>();
      for (CompileUnit unit : units) {
        if (unit.hasCode()) {
          for (long[] range : unit.ranges()) {
            map.add(range[0], range[1], unit);
          }
        }
      }
      byAddress = map.build();
    }
    CompileUnit unit = byAddress.at(address);
    return unit == null ? null : unit.whole();
  }

  /** See {@link SplitUnits#find}. */
  CompileUnit split(CompileUnit unit, long identity, String directory, String name) {
    return splits == null ? null : splits.find(unit, identity, directory, name);
  }

  /** The half of a split unit that is in the program, or null. */
  CompileUnit skeleton() {
    return skeleton;
  }

  /** The unit that an entry is in. */
  CompileUnit of(long dieOffset) {
    int low = 0;
    int high = units.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (units.get(middle).offset() <= dieOffset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return units.get(low);
  }

  /** An entry of any unit, read; null if there is none at the offset. */
  public DieReader entry(long dieOffset) {
    if (units.isEmpty() || dieOffset < units.getFirst().firstDie()) {
      return null;
    }
    DieReader die = new DieReader(of(dieOffset));
    die.seek(dieOffset);
    return die.next() ? die : null;
  }

  /** Longer chains of references are circles. */
  private static final int MAX_REFERENCES = 16;

  /**
   * The name of an entry, its own or that of the one it is an instance or a completion of.
   *
   * @return null if it has none
   */
  public String name(long dieOffset) {
    long at = dieOffset;
    for (int i = 0; i < MAX_REFERENCES; i++) {
      DieReader die = entry(at);
      if (die == null) {
        return null;
      }
      String name = die.string(Dw.AT_NAME);
      if (name != null) {
        return name;
      }
      at =
          die.has(Dw.AT_ABSTRACT_ORIGIN)
              ? die.referenced(Dw.AT_ABSTRACT_ORIGIN)
              : die.referenced(Dw.AT_SPECIFICATION);
    }
    return null;
  }
}
