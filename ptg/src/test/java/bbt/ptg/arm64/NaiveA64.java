package bbt.ptg.arm64;

import java.math.BigInteger;

/**
 * Carries out one instruction as the manual's pseudocode has it, on bit strings and unbounded
 * integers. It decodes by itself (chapter C4) and shares nothing with the table: what it does not
 * know it refuses.
 */
final class NaiveA64 {
  private static final BigInteger ONE = BigInteger.ONE;

  private final A64State s;
  private int w;
  private int size;

  private NaiveA64(A64State state) {
    this.s = state;
  }

  static void step(A64State state, int word) {
    new NaiveA64(state).execute(word);
  }

  /** Bits high to low of the word, as a number. */
  private int f(int high, int low) {
    return (int) ((w & 0xFFFFFFFFL) >> low) & (1 << high - low + 1) - 1;
  }

  private boolean is(int high, int low, String pattern) {
    return f(high, low) == Integer.parseInt(pattern, 2);
  }

  private void execute(int word) {
    w = word;
    size = f(31, 31) == 1 ? 64 : 32;
    long next = s.pc + 4;
    if (is(31, 25, "1010110") && f(24, 24) == 1) {
      vectorPair();
    } else if (is(28, 26, "100")) {
      dataImmediate();
    } else if (is(28, 26, "101")) {
      next = branch(next);
    } else if (f(27, 27) == 1 && f(25, 25) == 0 && f(26, 26) == 0) {
      memory();
    } else if (is(27, 25, "101")) {
      dataRegister();
    } else {
      throw new AssertionError("unknown group: " + Integer.toHexString(w));
    }
    s.pc = next;
  }

  /** A pair of Q registers, byte by byte; the base is written where bit 23 says so. */
  private void vectorPair() {
    long address = s.x[f(9, 5)] + (f(21, 15) - (f(21, 21) << 7)) * 16L;
    for (int i = 0; i < 32; i++) {
      int register = i < 16 ? f(4, 0) : f(14, 10);
      int half = 2 * register + i / 8 % 2;
      int shift = 8 * (i % 8);
      if (f(22, 22) == 0) {
        s.put(address + i, (int) (s.vector[half] >>> shift));
      } else {
        s.vector[half] = s.vector[half] & ~(0xFFL << shift) | (long) s.get(address + i) << shift;
      }
    }
    if (f(23, 23) == 1) {
      s.x[f(9, 5)] = address;
    }
  }

  // ---- registers

  private BigInteger unsigned(long value, int bits) {
    return BigInteger.valueOf(value).and(ONE.shiftLeft(bits).subtract(ONE));
  }

  private BigInteger signed(BigInteger value, int bits) {
    return value.testBit(bits - 1) ? value.subtract(ONE.shiftLeft(bits)) : value;
  }

  private BigInteger x(int number, int bits) {
    return unsigned(number == 31 ? 0 : s.x[number], bits);
  }

  private BigInteger xOrSp(int number, int bits) {
    return unsigned(s.x[number], bits);
  }

  private void setX(int number, BigInteger value, int bits) {
    if (number != 31) {
      s.x[number] = value.and(ONE.shiftLeft(bits).subtract(ONE)).longValue();
    }
  }

  private void setXOrSp(int number, BigInteger value, int bits) {
    s.x[number] = value.and(ONE.shiftLeft(bits).subtract(ONE)).longValue();
  }

  private boolean flag(char name) {
    return (s.nzcv >> "VCZN".indexOf(name) & 1) != 0;
  }

  private BigInteger not(BigInteger value) {
    return ONE.shiftLeft(size).subtract(ONE).subtract(value);
  }

  /** AddWithCarry. */
  private BigInteger addWithCarry(BigInteger a, BigInteger b, boolean carry, boolean setFlags) {
    BigInteger in = carry ? ONE : BigInteger.ZERO;
    BigInteger unsignedSum = a.add(b).add(in);
    BigInteger signedSum = signed(a, size).add(signed(b, size)).add(in);
    BigInteger result = unsignedSum.mod(ONE.shiftLeft(size));
    if (setFlags) {
      int n = result.testBit(size - 1) ? 8 : 0;
      int z = result.signum() == 0 ? 4 : 0;
      int c = result.equals(unsignedSum) ? 0 : 2;
      int v = signed(result, size).equals(signedSum) ? 0 : 1;
      s.nzcv = n | z | c | v;
    }
    return result;
  }

  /** ConditionHolds. */
  private boolean holds(int condition) {
    boolean result =
        switch (condition >> 1) {
          case 0 -> flag('Z');
          case 1 -> flag('C');
          case 2 -> flag('N');
          case 3 -> flag('V');
          case 4 -> flag('C') && !flag('Z');
          case 5 -> flag('N') == flag('V');
          case 6 -> flag('N') == flag('V') && !flag('Z');
          default -> true;
        };
    return (condition & 1) == 1 && condition != 15 ? !result : result;
  }

  /** A number as bits, bit 0 first. */
  private boolean[] bits(BigInteger value, int count) {
    boolean[] bits = new boolean[count];
    for (int i = 0; i < count; i++) {
      bits[i] = value.testBit(i);
    }
    return bits;
  }

  private BigInteger number(boolean[] bits) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < bits.length; i++) {
      value = bits[i] ? value.setBit(i) : value;
    }
    return value;
  }

  private BigInteger rotateRight(BigInteger value, int count, int amount) {
    boolean[] from = bits(value, count);
    boolean[] to = new boolean[count];
    for (int i = 0; i < count; i++) {
      to[i] = from[(i + amount) % count];
    }
    return number(to);
  }

  /** ShiftReg. */
  private BigInteger shifted(BigInteger value, int type, int amount) {
    return switch (type) {
      case 0 -> value.shiftLeft(amount).mod(ONE.shiftLeft(size));
      case 1 -> value.shiftRight(amount);
      case 2 -> signed(value, size).shiftRight(amount).mod(ONE.shiftLeft(size));
      default -> rotateRight(value, size, amount);
    };
  }

  /** ExtendReg, to a number of bits. */
  private BigInteger extended(int register, int option, int shift, int count) {
    int length = 8 << (option & 3);
    BigInteger value = x(register, Math.min(length, 64));
    if (option >= 4) {
      value = signed(value, Math.min(length, 64));
    }
    return value.shiftLeft(shift).mod(ONE.shiftLeft(count));
  }

  /** DecodeBitMasks, wmask alone. */
  private BigInteger bitMask() {
    int n = f(22, 22);
    int immr = f(21, 16);
    int imms = f(15, 10);
    String selector = String.format("%7s", Integer.toBinaryString(n << 6 | 63 - imms));
    int length = 6 - selector.replace(' ', '0').indexOf('1');
    int element = 1 << length;
    int ones = imms % element + 1;
    BigInteger run = rotateRight(ONE.shiftLeft(ones).subtract(ONE), element, immr % element);
    BigInteger mask = BigInteger.ZERO;
    for (int i = 0; i < size; i += element) {
      mask = mask.or(run.shiftLeft(i));
    }
    return mask;
  }

  private void logicFlags(BigInteger result) {
    s.nzcv = (result.testBit(size - 1) ? 8 : 0) | (result.signum() == 0 ? 4 : 0);
  }

  private BigInteger logic(int operation, BigInteger a, BigInteger b) {
    return switch (operation) {
      case 1 -> a.or(b);
      case 2 -> a.xor(b);
      default -> a.and(b);
    };
  }

  // ---- data processing, immediate

  private void dataImmediate() {
    int rd = f(4, 0);
    int rn = f(9, 5);
    switch (f(25, 23)) {
      case 0, 1 -> {
        long low = f(30, 29);
        BigInteger offset = signed(BigInteger.valueOf((long) f(23, 5) << 2 | low), 21);
        BigInteger pc = unsigned(s.pc, 64);
        setX(rd, f(31, 31) == 0 ? pc.add(offset) : pc.shiftRight(12).add(offset).shiftLeft(12), 64);
      }
      case 2 -> {
        BigInteger immediate = BigInteger.valueOf((long) f(21, 10) << 12 * f(22, 22));
        boolean subtract = f(30, 30) == 1;
        boolean flags = f(29, 29) == 1;
        BigInteger result =
            addWithCarry(xOrSp(rn, size), subtract ? not(immediate) : immediate, subtract, flags);
        if (flags) {
          setX(rd, result, size);
        } else {
          setXOrSp(rd, result, size);
        }
      }
      case 4 -> {
        BigInteger result = logic(f(30, 29), x(rn, size), bitMask());
        if (f(30, 29) == 3) {
          logicFlags(result);
          setX(rd, result, size);
        } else {
          setXOrSp(rd, result, size);
        }
      }
      case 5 -> {
        int place = 16 * f(22, 21);
        BigInteger constant = BigInteger.valueOf(f(20, 5)).shiftLeft(place);
        BigInteger field = BigInteger.valueOf(0xFFFF).shiftLeft(place);
        setX(
            rd,
            switch (f(30, 29)) {
              case 0 -> not(constant);
              case 2 -> constant;
              default -> x(rd, size).andNot(field).or(constant);
            },
            size);
      }
      case 6 -> bitField(rd, rn);
      case 7 -> {
        BigInteger both = x(rn, size).shiftLeft(size).or(x(f(20, 16), size));
        setX(rd, both.shiftRight(f(15, 10)), size);
      }
      default -> throw new AssertionError();
    }
  }

  /** The description of the instructions in words: bits are copied one by one. */
  private void bitField(int rd, int rn) {
    int immr = f(21, 16);
    int imms = f(15, 10);
    boolean[] source = bits(x(rn, size), size);
    boolean[] result = f(30, 29) == 1 ? bits(x(rd, size), size) : new boolean[size];
    int length = imms >= immr ? imms - immr + 1 : imms + 1;
    int from = imms >= immr ? immr : 0;
    int to = imms >= immr ? 0 : size - immr;
    for (int i = 0; i < length; i++) {
      result[to + i] = source[from + i];
    }
    for (int i = to + length; f(30, 29) == 0 && i < size; i++) {
      result[i] = source[imms];
    }
    setX(rd, number(result), size);
  }

  // ---- data processing, register

  private void dataRegister() {
    int rd = f(4, 0);
    int rn = f(9, 5);
    int rm = f(20, 16);
    if (is(28, 24, "01010")) {
      BigInteger operand = shifted(x(rm, size), f(23, 22), f(15, 10));
      operand = f(21, 21) == 1 ? not(operand) : operand;
      BigInteger result = logic(f(30, 29), x(rn, size), operand);
      if (f(30, 29) == 3) {
        logicFlags(result);
      }
      setX(rd, result, size);
    } else if (is(28, 24, "01011")) {
      boolean extends_ = f(21, 21) == 1;
      BigInteger operand =
          extends_
              ? extended(rm, f(15, 13), f(12, 10), size)
              : shifted(x(rm, size), f(23, 22), f(15, 10));
      boolean subtract = f(30, 30) == 1;
      boolean flags = f(29, 29) == 1;
      BigInteger first = extends_ ? xOrSp(rn, size) : x(rn, size);
      BigInteger result = addWithCarry(first, subtract ? not(operand) : operand, subtract, flags);
      if (extends_ && !flags) {
        setXOrSp(rd, result, size);
      } else {
        setX(rd, result, size);
      }
    } else if (is(28, 21, "11010000")) {
      BigInteger operand = f(30, 30) == 1 ? not(x(rm, size)) : x(rm, size);
      setX(rd, addWithCarry(x(rn, size), operand, flag('C'), f(29, 29) == 1), size);
    } else if (is(28, 21, "11010010")) {
      BigInteger operand = f(11, 11) == 1 ? BigInteger.valueOf(rm) : x(rm, size);
      boolean subtract = f(30, 30) == 1;
      if (holds(f(15, 12))) {
        addWithCarry(x(rn, size), subtract ? not(operand) : operand, subtract, true);
      } else {
        s.nzcv = f(3, 0);
      }
    } else if (is(28, 21, "11010100")) {
      BigInteger result = x(rn, size);
      if (!holds(f(15, 12))) {
        result = f(30, 30) == 1 ? not(x(rm, size)) : x(rm, size);
        result = f(10, 10) == 1 ? result.add(ONE) : result;
      }
      setX(rd, result, size);
    } else if (is(28, 21, "11010110")) {
      setX(rd, f(30, 30) == 1 ? oneSource(x(rn, size)) : twoSources(rn, rm), size);
    } else if (is(28, 24, "11011")) {
      threeSources(rd, rn, rm);
    } else {
      throw new AssertionError(Integer.toHexString(w));
    }
  }

  private BigInteger oneSource(BigInteger value) {
    int group =
        switch (f(11, 10)) {
          case 0 -> 1;
          case 1 -> 16;
          case 2 -> 32;
          default -> 64;
        };
    boolean[] from = bits(value, size);
    if (f(15, 12) == 1) {
      // How many bits below the sign, or from it on, are like it.
      boolean counted = f(10, 10) == 1 && from[size - 1];
      int count = 0;
      while (count < size && from[size - 1 - count] == counted) {
        count++;
      }
      return BigInteger.valueOf(f(10, 10) == 1 ? count - 1 : count);
    }
    boolean[] to = new boolean[size];
    for (int i = 0; i < size; i++) {
      int place =
          group == 1 ? size - 1 - i : i / group * group + (group - 8 - i % group / 8 * 8) + i % 8;
      to[place] = from[i];
    }
    return number(to);
  }

  private BigInteger twoSources(int rn, int rm) {
    BigInteger a = x(rn, size);
    BigInteger b = x(rm, size);
    int operation = f(15, 10);
    int amount = b.mod(BigInteger.valueOf(size)).intValue();
    return switch (operation) {
      case 2 -> b.signum() == 0 ? BigInteger.ZERO : a.divide(b);
      case 3 -> b.signum() == 0 ? BigInteger.ZERO : signed(a, size).divide(signed(b, size));
      case 8, 9, 10, 11 -> shifted(a, operation - 8, amount);
      default -> {
        if (operation >> 3 != 2) {
          throw new AssertionError(Integer.toHexString(w));
        }
        yield checksum(
            x(rn, 32), x(rm, 8 << (operation & 3)), 8 << (operation & 3), f(12, 12) == 1);
      }
    };
  }

  /** The manual's: bits reversed, divided by the polynomial modulo 2, reversed again. */
  private BigInteger checksum(BigInteger sum, BigInteger value, int count, boolean castagnoli) {
    BigInteger polynomial = BigInteger.valueOf(castagnoli ? 0x11EDC6F41L : 0x104C11DB7L);
    BigInteger rest = reversed(sum, 32).shiftLeft(count).xor(reversed(value, count).shiftLeft(32));
    for (int i = count + 31; i >= 32; i--) {
      if (rest.testBit(i)) {
        rest = rest.xor(polynomial.shiftLeft(i - 32));
      }
    }
    return reversed(rest, 32);
  }

  private BigInteger reversed(BigInteger value, int count) {
    BigInteger result = BigInteger.ZERO;
    for (int i = 0; i < count; i++) {
      result = value.testBit(i) ? result.setBit(count - 1 - i) : result;
    }
    return result;
  }

  private void threeSources(int rd, int rn, int rm) {
    int ra = f(14, 10);
    boolean subtract = f(15, 15) == 1;
    int operation = f(23, 21);
    if (operation == 2 || operation == 6) {
      BigInteger a = operation == 2 ? signed(x(rn, 64), 64) : x(rn, 64);
      BigInteger b = operation == 2 ? signed(x(rm, 64), 64) : x(rm, 64);
      setX(rd, a.multiply(b).shiftRight(64), 64);
      return;
    }
    int length = operation == 0 ? size : 32;
    BigInteger a = x(rn, length);
    BigInteger b = x(rm, length);
    if (operation == 1) {
      a = signed(a, 32);
      b = signed(b, 32);
    }
    BigInteger product = a.multiply(b);
    setX(rd, x(ra, size).add(subtract ? product.negate() : product), size);
  }

  // ---- branches

  private long offset(int high, int low) {
    int length = high - low + 1;
    return signed(BigInteger.valueOf(f(high, low)), length).longValue() * 4;
  }

  private long branch(long next) {
    if (is(30, 26, "00101")) {
      if (f(31, 31) == 1) {
        s.x[30] = next;
      }
      return s.pc + offset(25, 0);
    }
    if (is(31, 24, "01010100")) {
      return holds(f(3, 0)) ? s.pc + offset(23, 5) : next;
    }
    if (is(30, 25, "011010")) {
      boolean zero = x(f(4, 0), size).signum() == 0;
      return zero == (f(24, 24) == 0) ? s.pc + offset(23, 5) : next;
    }
    if (is(30, 25, "011011")) {
      boolean set = x(f(4, 0), 64).testBit(f(31, 31) << 5 | f(23, 19));
      return set == (f(24, 24) == 1) ? s.pc + offset(18, 5) : next;
    }
    if (is(31, 25, "1101011")) {
      long target = x(f(9, 5), 64).longValue();
      if (f(22, 21) == 1) {
        s.x[30] = next;
      }
      return target;
    }
    if (is(31, 12, "11010101000000110011") && f(7, 5) == 2) {
      s.reserved = A64State.NONE;
      return next;
    }
    if (is(31, 5, "110101010000101101110100001")) {
      long block = Math.floorDiv(x(f(4, 0), 64).longValue(), 64L) * 64;
      for (int i = 0; i < 64; i++) {
        s.put(block + i, 0);
      }
      return next;
    }
    if (is(31, 12, "11010101000000110010") || is(31, 12, "11010101000000110011")) {
      return next; // hints, barriers
    }
    throw new AssertionError(Integer.toHexString(w));
  }

  // ---- loads and stores

  private BigInteger load(long address, int bytes) {
    BigInteger value = BigInteger.ZERO;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value.shiftLeft(8).or(BigInteger.valueOf(s.get(address + i)));
    }
    return value;
  }

  private void store(long address, int bytes, BigInteger value) {
    for (int i = 0; i < bytes; i++) {
      s.put(address + i, value.shiftRight(8 * i).intValue() & 0xFF);
    }
  }

  private void memory() {
    int rt = f(4, 0);
    int rn = f(9, 5);
    if (is(29, 24, "001000")) {
      exclusive(rt, rn);
    } else if (is(29, 24, "011000")) {
      long address = s.pc + offset(23, 5);
      switch (f(31, 30)) {
        case 0 -> setX(rt, load(address, 4), 32);
        case 1 -> setX(rt, load(address, 8), 64);
        case 2 -> setX(rt, signed(load(address, 4), 32), 64);
        default -> {}
      }
    } else if (is(29, 27, "101")) {
      pair(rt, rn);
    } else if (is(29, 27, "111")) {
      single(rt, rn);
    } else {
      throw new AssertionError(Integer.toHexString(w));
    }
  }

  private void pair(int rt, int rn) {
    int rt2 = f(14, 10);
    int bytes = f(31, 31) == 1 ? 8 : 4;
    boolean signed = f(31, 30) == 1;
    int mode = f(24, 23);
    long offset = signed(BigInteger.valueOf(f(21, 15)), 7).longValue() * bytes;
    long base = s.x[rn];
    long address = mode == 1 ? base : base + offset;
    if (f(22, 22) == 0) {
      store(address, bytes, x(rt, 64));
      store(address + bytes, bytes, x(rt2, 64));
    } else {
      BigInteger first = load(address, bytes);
      BigInteger second = load(address + bytes, bytes);
      setX(rt, signed ? signed(first, 32) : first, 64);
      setX(rt2, signed ? signed(second, 32) : second, 64);
    }
    if (mode == 1 || mode == 3) {
      s.x[rn] = base + offset;
    }
  }

  private void single(int rt, int rn) {
    int scale = f(31, 30);
    int bytes = 1 << scale;
    int opc = f(23, 22);
    long base = s.x[rn];
    long offset;
    boolean post = false;
    boolean writeBack = false;
    if (f(24, 24) == 1) {
      offset = (long) f(21, 10) * bytes;
    } else if (f(21, 21) == 1) {
      offset = extended(f(20, 16), f(15, 13), f(12, 12) == 1 ? scale : 0, 64).longValue();
    } else {
      offset = signed(BigInteger.valueOf(f(20, 12)), 9).longValue();
      post = f(11, 10) == 1;
      writeBack = f(11, 10) == 1 || f(11, 10) == 3;
    }
    long address = post ? base : base + offset;
    if (scale == 3 && opc == 2) {
      return; // a prefetch
    }
    switch (opc) {
      case 0 -> store(address, bytes, x(rt, 64));
      case 1 -> setX(rt, load(address, bytes), 64);
      case 2 -> setX(rt, signed(load(address, bytes), 8 * bytes), 64);
      default -> setX(rt, signed(load(address, bytes), 8 * bytes), 32);
    }
    if (writeBack) {
      s.x[rn] = base + offset;
    }
  }

  private void exclusive(int rt, int rn) {
    int rt2 = f(14, 10);
    int rs = f(20, 16);
    int bytes = 1 << f(31, 30);
    boolean isLoad = f(22, 22) == 1;
    boolean isPair = f(21, 21) == 1;
    long address = s.x[rn];
    if (f(23, 23) == 1) {
      if (isLoad) {
        setX(rt, load(address, bytes), 64);
      } else {
        store(address, bytes, x(rt, 64));
      }
      return;
    }
    if (isLoad) {
      s.reserved = address;
      BigInteger first = load(address, bytes);
      BigInteger second = load(address + bytes, bytes);
      setX(rt, first, 64);
      if (isPair) {
        setX(rt2, second, 64);
      }
      return;
    }
    boolean held = s.reserved == address;
    s.reserved = A64State.NONE;
    if (held) {
      store(address, bytes, x(rt, 64));
      if (isPair) {
        store(address + bytes, bytes, x(rt2, 64));
      }
    }
    setX(rs, held ? BigInteger.ZERO : ONE, 32);
  }
}
