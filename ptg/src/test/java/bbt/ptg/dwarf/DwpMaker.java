package bbt.ptg.dwarf;

import bbt.ptg.image.ElfFile;
import bbt.ptg.riscv.RiscvIsa;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Packs .dwo files into a .dwp file (DWARF 5, section 7.3.5), since binutils' dwp (2.40) crashes on
 * DWARF 5 and LLVM's (14) never ends on what gcc makes.
 */
final class DwpMaker {
  /** Number of a section in the index, and its name. */
  private static final Map<Integer, String> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put(1, ".debug_info.dwo");
    COLUMNS.put(3, ".debug_abbrev.dwo");
    COLUMNS.put(5, ".debug_loclists.dwo");
    COLUMNS.put(6, ".debug_str_offsets.dwo");
    COLUMNS.put(8, ".debug_rnglists.dwo");
  }

  private static final int STRING_OFFSETS = 6;
  private static final String STRINGS = ".debug_str.dwo";

  private final Map<String, ByteArrayOutputStream> sections = new LinkedHashMap<>();
  private final List<Long> identities = new ArrayList<>();
  private final List<int[]> rows = new ArrayList<>();

  static void make(List<Path> dwos, Path file) throws IOException {
    DwpMaker maker = new DwpMaker();
    for (Path dwo : dwos) {
      maker.add(ElfFile.read(dwo));
    }
    Files.write(file, maker.elf());
  }

  private ByteArrayOutputStream section(String name) {
    return sections.computeIfAbsent(name, k -> new ByteArrayOutputStream());
  }

  private static byte[] bytes(ElfFile dwo, String name) throws IOException {
    ElfFile.Section section = dwo.section(name);
    if (section == null) {
      return new byte[0];
    }
    ByteBuffer contents = dwo.contents(section);
    byte[] bytes = new byte[contents.limit()];
    contents.get(0, bytes);
    return bytes;
  }

  private void add(ElfFile dwo) throws IOException {
    int strings = section(STRINGS).size();
    section(STRINGS).writeBytes(bytes(dwo, STRINGS));
    int[] row = new int[2 * COLUMNS.size()];
    int column = 0;
    for (Map.Entry<Integer, String> each : COLUMNS.entrySet()) {
      byte[] its = bytes(dwo, each.getValue());
      ByteBuffer buffer = ByteBuffer.wrap(its).order(ByteOrder.LITTLE_ENDIAN);
      if (each.getKey() == STRING_OFFSETS) {
        for (int at = 8; at < its.length; at += 4) { // behind the table's header
          buffer.putInt(at, buffer.getInt(at) + strings);
        }
      } else if (each.getKey() == 1) {
        identities.add(buffer.getLong(12));
      }
      row[column] = section(each.getValue()).size();
      row[column + COLUMNS.size()] = its.length;
      column++;
      section(each.getValue()).writeBytes(its);
    }
    rows.add(row);
  }

  private byte[] index() {
    int columns = COLUMNS.size();
    int slots = 4;
    ByteBuffer out = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(5).putInt(columns).putInt(rows.size()).putInt(slots);
    out.putLong(0);
    identities.forEach(out::putLong);
    out.position(16 + slots * 8);
    out.putInt(0);
    for (int i = 1; i <= rows.size(); i++) {
      out.putInt(i);
    }
    out.position(16 + slots * 12);
    COLUMNS.keySet().forEach(out::putInt);
    for (int half = 0; half < 2; half++) {
      for (int[] row : rows) {
        for (int i = 0; i < columns; i++) {
          out.putInt(row[half * columns + i]);
        }
      }
    }
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }

  private byte[] elf() {
    section(".debug_cu_index").writeBytes(index());
    section(".shstrtab");
    ByteArrayOutputStream names = section(".shstrtab");
    List<Integer> nameAt = new ArrayList<>();
    names.write(0);
    for (String name : sections.keySet()) {
      nameAt.add(names.size());
      names.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
    }
    ByteBuffer out = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    out.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1}).position(0x10);
    out.putShort((short) 1).putShort((short) RiscvIsa.RV64.elfMachine());
    out.putShort(0x3A, (short) 64).putShort(0x3C, (short) (sections.size() + 1));
    out.putShort(0x3E, (short) sections.size()).position(64);
    List<Integer> at = new ArrayList<>();
    for (ByteArrayOutputStream each : sections.values()) {
      at.add(out.position());
      out.put(each.toByteArray());
    }
    out.position((out.position() + 7) & -8);
    out.putLong(0x28, out.position());
    out.position(out.position() + 64);
    int i = 0;
    for (ByteArrayOutputStream each : sections.values()) {
      out.putInt(nameAt.get(i)).putInt(1).putLong(0).putLong(0).putLong(at.get(i));
      out.putLong(each.size()).putInt(0).putInt(0).putLong(1).putLong(0);
      i++;
    }
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }
}
