package bbt.ptg.guest.table;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * A decoder's table, derived from rows: for each value of the bits that it is indexed by, the few
 * rows that can match. A row that fixes more bits than another stands before it, so the name of a
 * hint has precedence over the instruction that it is a hint of.
 *
 * @param <R> the rows
 */
public final class RowSlots<R> {
  private final R[][] slots;
  private final IntUnaryOperator index;

  /**
   * @param rows all rows of one width
   * @param pattern of a row
   * @param indexBits bits of an encoding that the index is made of
   * @param index from an encoding to a number below two to the count of these bits
   * @param array makes an array of rows
   */
  @SuppressWarnings("unchecked")
  public RowSlots(
      List<R> rows,
      Function<R, ? extends BitPattern> pattern,
      int indexBits,
      IntUnaryOperator index,
      IntFunction<R[]> array) {
    this.index = index;
    R[] none = array.apply(0);
    slots = (R[][]) Array.newInstance(none.getClass(), 1 << Integer.bitCount(indexBits));
    Arrays.fill(slots, none);
    Comparator<R> byFixedBits =
        Comparator.comparingInt(row -> -Integer.bitCount(pattern.apply(row).mask));
    for (R row : rows.stream().sorted(byFixedBits).toList()) {
      BitPattern p = pattern.apply(row);
      int free = indexBits & ~p.mask;
      // All values of the index bits that the row leaves open.
      for (int open = free; ; open = (open - 1) & free) {
        int slot = index.applyAsInt((p.match & indexBits) | open);
        slots[slot] = Arrays.copyOf(slots[slot], slots[slot].length + 1);
        slots[slot][slots[slot].length - 1] = row;
        if (open == 0) {
          break;
        }
      }
    }
  }

  /** The rows that an encoding may be, the first that matches being the one. */
  public R[] of(int bits) {
    return slots[index.applyAsInt(bits)];
  }
}
