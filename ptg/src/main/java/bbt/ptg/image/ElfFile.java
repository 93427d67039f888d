package bbt.ptg.image;

import bbt.packets.bytes.PrintableText;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A little-endian 64-bit ELF file of a guest (System V gABI, chapters 4 and 5).
 *
 * <p>Every offset that the file states is checked before use: a damaged file gives an {@link
 * ImageException}, never another exception.
 */
public final class ElfFile {
  private static final int PT_LOAD = 1;
  private static final int PT_NOTE = 4;
  private static final int SHT_SYMTAB = 2;
  private static final int SHT_NOTE = 7;
  private static final int SHT_NOBITS = 8;
  private static final long SHF_EXECINSTR = 4;
  private static final long SHF_COMPRESSED = 0x800;
  private static final int SHT_DYNSYM = 11;
  private static final int NT_GNU_BUILD_ID = 3;
  private static final int SHN_UNDEF = 0;

  /** sizeof(Elf64_Phdr). */
  private static final int SEGMENT_BYTES = 56;

  /** sizeof(Elf64_Rela). */
  private static final int RELOCATION_BYTES = 24;

  /** sizeof(Elf64_Sym). */
  private static final int SYMBOL_BYTES = 24;

  /** sizeof(Elf64_Shdr). */
  private static final int SECTION_BYTES = 64;

  private static final int STT_NOTYPE = 0;
  private static final int STT_OBJECT = 1;
  private static final int STT_FUNC = 2;
  private static final int STT_GNU_IFUNC = 10;

  /**
   * A section.
   *
   * @param name its name
   * @param type sh_type
   * @param flags sh_flags
   * @param address sh_addr
   * @param offset sh_offset
   * @param size sh_size
   * @param link sh_link
   * @param entrySize sh_entsize
   */
  public record Section(
      String name,
      int type,
      long flags,
      long address,
      long offset,
      long size,
      int link,
      long entrySize) {
    /** Whether it holds instructions. */
    public boolean executable() {
      return (flags & SHF_EXECINSTR) != 0;
    }
  }

  private final String where;
  private final ByteBuffer b;
  private final GuestIsa guest;
  private final int type;
  private final long entry;
  private final List<Segment> segments = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final List<long[]> notes = new ArrayList<>();

  /**
   * Reads a file. It is mapped: a large one opens at once, and must not change while it is in use.
   */
  public static ElfFile read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new ImageException(file + ": larger than 2 GiB");
      }
      if (channel.size() < MAPPED_FROM) {
        return parse(file.toString(), Files.readAllBytes(file));
      }
      return of(file.toString(), channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
    }
  }

  /** Smaller files are read: cheaper than a mapping, and they may be replaced meanwhile. */
  private static final long MAPPED_FROM = 8L << 20;

  /** Whether the bytes start with ELF's magic number. */
  public static boolean isElf(byte[] bytes) {
    return bytes.length >= 4
        && bytes[0] == 0x7F
        && bytes[1] == 'E'
        && bytes[2] == 'L'
        && bytes[3] == 'F';
  }

  /**
   * Reads an ELF file from memory.
   *
   * @param where name for error messages
   */
  public static ElfFile parse(String where, byte[] bytes) throws ImageException {
    return of(where, ByteBuffer.wrap(bytes));
  }

  private static ElfFile of(String where, ByteBuffer bytes) throws ImageException {
    try {
      return new ElfFile(where, bytes);
    } catch (IndexOutOfBoundsException e) {
      throw new ImageException(
          where + ": damaged ELF file: a header points past its end (" + bytes.limit() + " bytes)",
          e);
    }
  }

  private ElfFile(String where, ByteBuffer bytes) throws ImageException {
    this.where = where;
    byte[] magic = new byte[Math.min(4, bytes.limit())];
    bytes.get(0, magic);
    if (!isElf(magic)) {
      throw new ImageException(where + ": not an ELF file");
    }
    b = bytes.order(ByteOrder.LITTLE_ENDIAN);
    guest = machine();
    type = u16(0x10);
    entry = b.getLong(0x18);
    readSegments();
    readSections();
  }

  private GuestIsa machine() throws ImageException {
    boolean big = b.get(5) == 2;
    int machine =
        Short.toUnsignedInt(big ? Short.reverseBytes(b.getShort(0x12)) : b.getShort(0x12));
    GuestIsa its = Guests.ofElf(machine).orElse(null);
    if (its == null) {
      throw new ImageException(
          where
              + ": a program for another machine: ELF machine "
              + machineName(machine)
              + ", expected "
              + Guests.titles());
    }
    if (b.get(4) != 2 || big) {
      throw new ImageException(
          where
              + ": "
              + (b.get(4) != 2 ? "32-bit " : "big-endian ")
              + its.title()
              + ", expected 64-bit little-endian");
    }
    return its;
  }

  /** The guest whose code the file has. */
  public GuestIsa guest() {
    return guest;
  }

  /**
   * The guest whose code a file has.
   *
   * @param head the first bytes of a little-endian ELF file
   */
  public static Optional<GuestIsa> guest(byte[] head) {
    return head.length < 0x14
        ? Optional.empty()
        : Guests.ofElf(Byte.toUnsignedInt(head[0x12]) | Byte.toUnsignedInt(head[0x13]) << 8);
  }

  /** The name of a machine that is no guest; of one without a name the number. */
  public static String machineName(int machine) {
    return switch (machine) {
      case 3 -> "x86";
      case 8 -> "MIPS";
      case 20 -> "PowerPC";
      case 21 -> "PowerPC64";
      case 22 -> "S/390";
      case 40 -> "ARM";
      case 62 -> "x86-64";
      case 183 -> "AArch64";
      case 258 -> "LoongArch";
      default -> Integer.toString(machine);
    };
  }

  private void readSegments() throws ImageException {
    long table = b.getLong(0x20);
    int count = u16(0x38);
    int size = entrySize(0x36, count, SEGMENT_BYTES);
    for (int i = 0; i < count; i++) {
      int at = position(table + (long) i * size, SEGMENT_BYTES);
      int kind = b.getInt(at);
      long offset = b.getLong(at + 8);
      long fileSize = b.getLong(at + 32);
      if (kind == PT_LOAD) {
        long memorySize = b.getLong(at + 40);
        position(offset, fileSize);
        if (Long.compareUnsigned(memorySize, fileSize) < 0) {
          throw new ImageException(
              where + ": damaged ELF file: segment " + i + " is larger in the file than in memory");
        }
        segments.add(
            new Segment(
                offset,
                b.getLong(at + 16),
                b.getLong(at + 24),
                fileSize,
                memorySize,
                (b.getInt(at + 4) & 1) != 0));
      } else if (kind == PT_NOTE) {
        position(offset, fileSize);
        notes.add(new long[] {offset, fileSize});
      }
    }
  }

  /** Entries do not overlap: a small file cannot claim that it has many. */
  private int entrySize(int at, int count, int least) throws ImageException {
    int size = u16(at);
    if (count > 0 && size < least) {
      throw new ImageException(
          "%s: damaged ELF file: a table's entries have %d bytes, fewer than %d"
              .formatted(where, size, least));
    }
    return size;
  }

  private void readSections() throws ImageException {
    long table = b.getLong(0x28);
    int count = u16(0x3C);
    if (table == 0 || count == 0) {
      return;
    }
    int size = entrySize(0x3A, count, SECTION_BYTES);
    int names = position(table + (long) u16(0x3E) * size, SECTION_BYTES);
    long nameOffset = b.getLong(names + 24);
    for (int i = 0; i < count; i++) {
      int at = position(table + (long) i * size, SECTION_BYTES);
      Section s =
          new Section(
              string(nameOffset + Integer.toUnsignedLong(b.getInt(at))),
              b.getInt(at + 4),
              b.getLong(at + 8),
              b.getLong(at + 16),
              b.getLong(at + 24),
              b.getLong(at + 32),
              b.getInt(at + 40),
              b.getLong(at + 56));
      sections.add(s);
      if (s.type == SHT_NOTE && s.size > 0) {
        position(s.offset, s.size);
        notes.add(new long[] {s.offset, s.size});
      }
    }
  }

  /** Name of the file, for messages. */
  public String where() {
    return where;
  }

  /** The address of the entry point (e_entry). */
  public long entry() {
    return entry;
  }

  /** Whether it is position-independent (ET_DYN). */
  public boolean positionIndependent() {
    return type == 3;
  }

  /** The PT_LOAD segments in file order. */
  public List<Segment> segments() {
    return List.copyOf(segments);
  }

  /** All sections in file order; empty for a file without a section table. */
  public List<Section> sections() {
    return List.copyOf(sections);
  }

  /** The first section of a name, or null. */
  public Section section(String name) {
    for (Section section : sections) {
      if (section.name.equals(name)) {
        return section;
      }
    }
    return null;
  }

  /**
   * The bytes of a section, little-endian, unpacked if they are compressed; empty for one that
   * takes no room in the file.
   *
   * @throws ImageException if it is damaged, or compressed in a way that is not known
   */
  public ByteBuffer contents(Section s) throws ImageException {
    if (s.type == SHT_NOBITS) {
      return ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
    }
    try {
      ByteBuffer stored =
          b.slice(position(s.offset, s.size), (int) s.size).order(ByteOrder.LITTLE_ENDIAN);
      return (s.flags & SHF_COMPRESSED) == 0
          ? stored
          : CompressedSection.unpack(where + ": section " + s.name, stored);
    } catch (IndexOutOfBoundsException e) {
      throw new ImageException(
          where + ": damaged ELF file: section " + s.name + " is past its end", e);
    }
  }

  /** The bytes of a segment that are in the file. */
  public byte[] bytes(Segment s) {
    byte[] out = new byte[(int) s.fileSize()];
    b.get((int) s.fileOffset(), out);
    return out;
  }

  /** The GNU build-id in lower-case hexadecimal, or the empty string. */
  public String buildId() {
    for (long[] note : notes) {
      String id = buildIdIn(note[0], note[1]);
      if (!id.isEmpty()) {
        return id;
      }
    }
    return "";
  }

  /**
   * Where the debugging information of a stripped file is.
   *
   * @param name of the file, without folders
   * @param checksum CRC-32 of its bytes
   */
  public record DebugLink(String name, int checksum) {}

  /**
   * Reads {@code .gnu_debuglink}; null if there is none.
   *
   * @throws ImageException if it is damaged
   */
  public DebugLink debugLink() throws ImageException {
    Section link = section(".gnu_debuglink");
    if (link == null) {
      return null;
    }
    ByteBuffer bytes = contents(link);
    int end = 0;
    while (end < bytes.limit() && bytes.get(end) != 0) {
      end++;
    }
    int checksum = (end + 4) & ~3; // after the name's end, at a multiple of four
    if (end == 0 || checksum + 4 > bytes.limit()) {
      throw new ImageException(where + ": damaged ELF file: .gnu_debuglink names no file");
    }
    byte[] name = new byte[end];
    bytes.get(0, name);
    return new DebugLink(new String(name, StandardCharsets.UTF_8), bytes.getInt(checksum));
  }

  private String buildIdIn(long offset, long size) {
    long at = offset;
    long end = offset + size;
    while (at + 12 <= end) {
      int nameSize = b.getInt((int) at);
      int dataSize = b.getInt((int) at + 4);
      long data = at + 12 + ((nameSize + 3L) & ~3L);
      if (nameSize < 0 || dataSize < 0 || data + dataSize > end) {
        return "";
      }
      if (b.getInt((int) at + 8) == NT_GNU_BUILD_ID
          && nameSize == 4
          && b.getInt((int) at + 12) == 0x00554E47) { // "GNU\0"
        byte[] id = new byte[dataSize];
        b.get((int) data, id);
        return HexFormat.of().formatHex(id);
      }
      at = data + ((dataSize + 3L) & ~3L);
    }
    return "";
  }

  /**
   * The defined symbols with an address, from .symtab or, if there is none, .dynsym, in table
   * order. Section and file symbols, mapping symbols ({@code $x}) and assembler-local labels
   * ({@code .L}) are left out; thread-local ones too.
   */
  public List<ElfSymbol> symbols() throws ImageException {
    Section table = null;
    for (Section s : sections) {
      if (s.type == SHT_SYMTAB || (s.type == SHT_DYNSYM && table == null)) {
        table = s;
      }
    }
    if (table == null) {
      return List.of();
    }
    if (table.link < 0 || table.link >= sections.size()) {
      throw new ImageException(where + ": damaged ELF file: the symbol table has no names");
    }
    try {
      return symbols(table, sections.get(table.link).offset);
    } catch (IndexOutOfBoundsException e) {
      throw new ImageException(where + ": damaged ELF file: a symbol's name is past its end", e);
    }
  }

  private List<ElfSymbol> symbols(Section table, long names) throws ImageException {
    List<ElfSymbol> out = new ArrayList<>();
    int start = position(table.offset, table.size);
    for (int at = start; at + 24 <= start + table.size; at += 24) {
      ElfSymbol.Kind kind = kind(b.get(at + 4) & 0xF);
      int section = u16(at + 6);
      if (section == SHN_UNDEF || kind == null) {
        continue;
      }
      String name = string(names + Integer.toUnsignedLong(b.getInt(at)));
      if (name.isEmpty() || name.startsWith("$") || name.startsWith(".L")) {
        continue;
      }
      String printable = PrintableText.of(name);
      out.add(new ElfSymbol(printable, b.getLong(at + 8), b.getLong(at + 16), kind, section));
    }
    return out;
  }

  /**
   * The functions of other images that the file calls through its linkage table, in the table's
   * order (the symbols of .rela.plt); empty for an entry without a name.
   */
  public List<String> linked() throws ImageException {
    Section relocations = section(".rela.plt");
    if (relocations == null || relocations.link <= 0 || relocations.link >= sections.size()) {
      return List.of();
    }
    Section table = sections.get(relocations.link);
    ByteBuffer entries = contents(relocations);
    ByteBuffer symbols = contents(table);
    List<String> names = new ArrayList<>();
    try {
      for (int at = 0; at + RELOCATION_BYTES <= entries.limit(); at += RELOCATION_BYTES) {
        int symbol = entries.getInt(at + 12);
        long name =
            Integer.toUnsignedLong(symbols.getInt(Math.multiplyExact(symbol, SYMBOL_BYTES)));
        names.add(
            symbol == 0 ? "" : PrintableText.of(string(sections.get(table.link).offset + name)));
      }
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      throw new ImageException(where + ": damaged ELF file: .rela.plt names no symbol", e);
    }
    return names;
  }

  private static ElfSymbol.Kind kind(int type) {
    return switch (type) {
      case STT_FUNC, STT_GNU_IFUNC -> ElfSymbol.Kind.FUNCTION;
      case STT_NOTYPE -> ElfSymbol.Kind.LABEL;
      case STT_OBJECT -> ElfSymbol.Kind.DATA;
      default -> null;
    };
  }

  private int u16(int at) {
    return Short.toUnsignedInt(b.getShort(at));
  }

  private int position(long offset, long size) {
    if (offset < 0 || size < 0 || offset > b.limit() || size > b.limit() - offset) {
      throw new IndexOutOfBoundsException();
    }
    return (int) offset;
  }

  private String string(long offset) {
    int at = position(offset, 1);
    int end = at;
    while (b.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - at];
    b.get(at, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
