package bbt.packets.bytes;

import java.util.zip.CRC32C;

/**
 * The constants of the format; the bytes are specified in docs/trace-format.md.
 *
 * <pre>
 * file:   magic (8) | major u16 | minor u16 | check u32 | chunk ... | index offset u64 | trailer magic (8)
 *
 * chunk:   0        8     9      10    12       16       20       24       32       40       48
 *         +--------+-----+------+-----+--------+--------+--------+--------+--------+--------+----
 *         | sync   |type |codec |hart |stored  |content |CRC-32C |xxh64 of|retired |retired |stored
 *         | marker |u8   |u8    |u16  |length  |length  |u32     |content |at start|at end  |bytes
 *         +--------+-----+------+-----+--------+--------+--------+--------+--------+--------+----
 *         CRC-32C over bytes 8..19, 24..47 and the stored bytes. All numbers little-endian.
 *         From 0.4 on hart is a u8, and byte 11 the exclusive or of bytes 8..10, 12..19, 24..47.
 *
 * frame content:
 *         flags u8 | pc | privilege u8 | address space | task | clock if flagged | packets | bits | targets |
 *         packet bytes | target bytes | packet headers | bit words u64 ... | targets
 *         (numbers without a width are varints)
 *
 * packet header:
 *         head u8 | retired since the last packet | bits | targets | pc (signed, from the last) | supplement
 *         head: bits 1..0 type, EXCEPTION: bits 4..2 kind, bits 6..5 privilege; GAP: bits 6..5 privilege
 * </pre>
 */
public final class PacketFormat {
  /** First eight bytes of a file; the line ends in it reveal a transfer as text. */
  public static final long MAGIC = 0x0A1A0A0D_54424289L; // 89 'B' 'B' 'T' 0D 0A 1A 0A

  /**
   * Version written: 1.0. A version is one number here, major * 2^16 + minor, so that a later one
   * is larger; those below 1.0 are their minor number.
   */
  public static final int VERSION = 1 << 16;

  /** The last version below 1.0. */
  public static final int LAST_DRAFT_VERSION = 8;

  /** First version whose index holds hashes. */
  public static final int HASHED_INDEX_VERSION = 3;

  /**
   * First version in which damage is made good: parity, numbers of sideband chunks, a check of each
   * chunk's header, content hashes that cover counts.
   */
  public static final int GUARDED_VERSION = 4;

  /**
   * First version whose chunks may be compressed with Zstandard, and whose first bytes have a
   * check.
   */
  public static final int ZSTD_VERSION = 5;

  /** First version in which the branch bits of a frame may be compressed as runs. */
  public static final int RUNS_VERSION = 7;

  /** First version whose chunks may be those of an archive, coded with those before them. */
  public static final int ARCHIVE_VERSION = 8;

  /** Oldest version that is written: a run that was recorded in it is so again for comparison. */
  public static final int OLDEST_WRITTEN_VERSION = 3;

  /** Oldest version that is read: 0.1 had one hart and no schedule. */
  public static final int OLDEST_VERSION = 1;

  /** The most harts of a machine. */
  public static final int MAX_HARTS = 32;

  /** M, the highest of the privileges 0 to 3. */
  public static final int MAX_PRIVILEGE = 3;

  public static final int FILE_HEADER = 16;

  /** First eight bytes of a chunk. */
  public static final long SYNC = 0xC3A5_4B_4E_48_43_9B_F1L;

  public static final int CHUNK_HEADER = 48;

  /** Last eight bytes of a whole file: "BBTINDEX". */
  public static final long TRAILER = 0x58_45_44_4E_49_54_42_42L;

  public static final int TRAILER_BYTES = 16;

  /**
   * A larger content length is damage. No writer makes one: a frame of 2^20 events and as many
   * exceptions has some 40 MB, an index of this length a million frames.
   */
  public static final int MAX_CONTENT = 1 << 26;

  /** A content of more bytes for each stored one is damage; LZ4 cannot make one. */
  public static final long MOST_PER_BYTE = 255;

  /**
   * The most packets, targets, turns, records or symbols in one chunk; more are damage: each takes
   * memory by the dozen bytes, and compressed next to nothing. So are more records and symbols in a
   * whole file than this and the bytes that it has.
   */
  public static final int MAX_ITEMS = 1 << 22;

  /** A larger count of instructions, packets or ticks is damage: so sums of two do not overflow. */
  public static final long MAX_COUNT = 1L << 62;

  // Chunk types.
  public static final int HEADER = 1;
  public static final int FRAME = 2;
  public static final int SIDEBAND = 3;
  public static final int CHECKPOINT = 4;
  public static final int INDEX = 5;
  public static final int END = 6;
  public static final int EPOCH = 7;
  public static final int SCHEDULE = 8;
  public static final int PARITY = 9;

  // Codecs.
  public static final int STORED = 0;
  public static final int LZ4 = 1;
  public static final int ZSTD = 2;
  public static final int RUNS = 3;
  public static final int ARCHIVE = 4;

  // Packet types.
  public static final int NORMAL = 0;
  public static final int EXCEPTION = 1;
  public static final int SWITCH = 2;
  public static final int GAP = 3;

  // Frame flags.
  public static final int FLAG_VERIFY = 1;
  public static final int FLAG_COMPACT = 2;
  public static final int FLAG_CLOCK = 4;
  public static final int FLAG_NUMBERED = 8;

  // Schedule flags.
  public static final int FLAG_OPEN = 1;

  // Kinds of index entry.
  public static final int INDEX_FRAME = 0;
  public static final int INDEX_CHECKPOINT = 1;

  /** Before version 0.3: a frame that states its clock. */
  public static final int INDEX_CLOCKED_FRAME = 2;

  public static final int INDEX_EPOCH = 3;

  /** Bytes of an index before its entries, and of each of them. */
  public static final int INDEX_HEAD = 16;

  public static final int INDEX_ENTRY = 40;

  // Exception supplement flags.
  public static final int TVAL_ZERO = 0;
  public static final int TVAL_EPC = 1;
  public static final int TVAL_OTHER = 2;

  // Sideband record kinds.
  public static final int CODE = 1;
  public static final int MAPPING = 2;
  public static final int TASK = 3;
  public static final int TIME = 4;
  public static final int SYMBOLS = 5;
  public static final int NOTE = 6;

  /** Not a record that takes effect: which chunk of its hart this one is; stands first. */
  public static final int NUMBER = 7;

  // Parity.

  /** Bytes whose CRC says by itself whether they are damaged. */
  public static final int SECTOR = 1 << 11;

  /** Shortest and longest distance of bytes that are added up. */
  public static final int MIN_PERIOD = 1 << 12;

  public static final int MAX_PERIOD = 1 << 16;

  /** A group's bytes are at least this many times its period, unless that is the shortest. */
  public static final int PARITY_RATIO = 128;

  /**
   * A group ends with the chunk with which it has as many bytes as stand before it, within these.
   */
  public static final int MIN_GROUP = 1 << 18;

  public static final int MAX_GROUP = 1 << 23;

  // Families: chunks of an archive that may stand in one group.
  public static final int FRAMES = 0;
  public static final int FACTS = 1;
  public static final int ORDER = 2;

  public static final int FAMILIES = 3;

  private PacketFormat() {}

  /** Whether files of a version can be read; none was ever written of those between. */
  public static boolean isKnown(int version) {
    return version >= OLDEST_VERSION && version <= LAST_DRAFT_VERSION
        || version >= 1 << 16 && version <= VERSION;
  }

  /** A version as people write it: 1.0. */
  public static String text(int version) {
    return (version >>> 16) + "." + (version & 0xFFFF);
  }

  /** The family of a type of chunk; -1 of what is never coded with others. */
  public static int family(int type) {
    return switch (type) {
      case FRAME -> FRAMES;
      case SIDEBAND, CHECKPOINT -> FACTS;
      case EPOCH, SCHEDULE -> ORDER;
      default -> -1;
    };
  }

  /**
   * Returns the seed of the hash over a chunk's content, from version 0.4 on: so the hash covers
   * what the chunk's header says of it.
   */
  public static long hashSeed(int type, int hart, long retired, long endRetired) {
    return (retired * MIX ^ endRetired) * MIX + ((long) hart << 8 | type);
  }

  /** Multiplier of hashes over chunks. */
  public static final long MIX = 0x9E3779B97F4A7C15L;

  /** Byte 11 of a chunk's header, from version 0.4 on: any other one that is flipped shows. */
  public static byte headCheck(byte[] head) {
    byte check = 0;
    for (int i = 8; i < CHUNK_HEADER; i++) {
      if (i != 11 && (i < 20 || i >= 24)) {
        check ^= head[i];
      }
    }
    return check;
  }

  /**
   * Where packets, frames and checkpoints are cut: by the canonical stream alone.
   *
   * @param packetEvents a packet closes after the event with which it reaches this number
   * @param frameEvents a frame closes after the event with which it reaches this number, or before
   *     the first disconnecting packet at which it has as many packets; a piece of the order of
   *     harts closes with the turn with which it reaches it
   * @param frameInstructions a frame closes at the first event (or before the first disconnecting
   *     packet) at which it has retired this many; with several harts all their frames close at the
   *     first hand-over at which they have retired so many times their number in all
   * @param checkpointRatio a checkpoint stands before the first frame at which the content of the
   *     frames since the last one is at least this many times what it would hold
   * @param checkpointFloor bytes: smallest size of a checkpoint that this rule reckons with
   * @param sidebandBytes a sideband chunk closes with the record with which it reaches this size
   */
  public record Limits(
      int packetEvents,
      int frameEvents,
      int frameInstructions,
      int checkpointRatio,
      int checkpointFloor,
      int sidebandBytes) {
    public static final Limits STANDARD =
        new Limits(1 << 16, 1 << 20, 1 << 22, 64, 1 << 16, 1 << 20);
  }

  /**
   * Computes bytes 12 to 15 of a file.
   *
   * @param head at least its first 12 bytes
   * @param version its version
   */
  public static int fileCheck(byte[] head, int version) {
    if (version < ZSTD_VERSION) {
      return 0;
    }
    CRC32C crc = new CRC32C();
    crc.update(head, 0, 12);
    return (int) crc.getValue();
  }
}
