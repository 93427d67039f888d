package bbt.reconstruct.interchange.log;

import bbt.packets.SidebandRecord;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.interchange.code.CodeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Knows the instructions that a log has said so far; others are those of the programs given. */
final class LogCode implements CodeSource {
  private final GuestIsa guest;
  private final CodeSource programs;
  private final Map<Long, Short> halfwords = new HashMap<>();
  private boolean changed;

  LogCode(GuestIsa guest, CodeSource programs) {
    this.guest = guest;
    this.programs = programs;
  }

  /** An instruction stands at an address. */
  void learn(long pc, int bits) {
    learn(pc, (short) bits);
    if (guest.length(bits & 0xFFFF) == 4) {
      learn(pc + 2, (short) (bits >>> 16));
    }
  }

  private void learn(long address, short value) {
    Short before = halfwords.put(address, value);
    if (before != null && before != value) {
      changed = true;
    }
  }

  @Override
  public int halfword(int context, boolean translated, long address) {
    Short known = halfwords.get(address);
    return known == null ? programs.halfword(context, translated, address) : known & 0xFFFF;
  }

  @Override
  public long physical(int context, long page) {
    return programs.physical(context, page);
  }

  @Override
  public boolean advance(long retired) {
    boolean was = changed;
    changed = false;
    return was;
  }

  @Override
  public long changesAt() {
    return 0;
  }

  @Override
  public List<SidebandRecord> symbols() {
    return programs.symbols();
  }
}
