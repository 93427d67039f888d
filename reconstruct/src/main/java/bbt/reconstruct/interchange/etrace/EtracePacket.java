package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.BitPicker;
import bbt.reconstruct.interchange.etrace.EtraceParameters.Parameter;

/** The fields of a packet of instruction trace. Fields that its format does not have are 0. */
final class EtracePacket {
  static final int START = 0;
  static final int TRAP = 1;
  static final int CONTEXT = 2;
  static final int SUPPORT = 3;

  /** Fewer branches than these are told by a map, so a count of predicted ones begins there. */
  static final int LEAST_PREDICTED = 31;

  // What a packet with a count of predicted branches has besides.
  static final int NO_ADDRESS = 0b00;
  static final int ADDRESS = 0b10;
  static final int ADDRESS_FAILED = 0b11;

  final int format;

  /** The kind of synchronisation of a packet of format 3. */
  int subformat = -1;

  /** Whether it is one of format 0 in a way that is known. */
  boolean known = true;

  /** Whether it tells branches by their number: they went as predicted. */
  boolean predicted;

  /** Whether the last of the predicted branches went the other way. */
  boolean failed;

  /** The entry of the jump target cache that has the address; -1 where the packet names none. */
  int index = -1;

  /** Whether the branch at the address was taken. */
  boolean taken;

  int privilege;
  int context;
  long cause;
  boolean interrupt;

  /** Whether the address is a trap's handler. */
  boolean handled;

  /**
   * The address of a packet of format 3, and in full address mode; else what is to be added to the
   * one before.
   */
  long address;

  long value;
  boolean enabled;
  int qualification;
  int options;

  /** The number of branches that the packet tells. */
  long branches;

  long map;
  boolean hasAddress;
  boolean notify;
  boolean updiscon;

  /** Whether it tells how many calls have not returned. */
  boolean depthTold;

  long depth;

  /**
   * Reads a packet.
   *
   * @param modes the encoder's run-time options, as its last support packet has them
   */
  EtracePacket(BitPicker bits, EtraceParameters parameters, int modes) {
    format = (int) bits.take(2);
    switch (format) {
      case 3 -> synchronisation(bits, parameters, modes);
      case 2 -> difference(bits, parameters);
      case 1 -> {
        int told = (int) bits.take(5);
        map(bits, told == 0 ? 31 : told);
        if (told != 0) {
          difference(bits, parameters);
        }
      }
      default -> optional(bits, parameters, modes);
    }
  }

  private void map(BitPicker bits, int told) {
    branches = told;
    map = bits.take(EtraceEncoder.mapBits(told));
    map &= (1L << told) - 1;
  }

  /** Reads a packet of format 0. Where an encoder has one kind alone, it need not say which. */
  private void optional(BitPicker bits, EtraceParameters parameters, int modes) {
    boolean counts = (modes & EtraceModes.BRANCH_PREDICTION) != 0;
    boolean caches = (modes & EtraceModes.JUMP_TARGET_CACHE) != 0;
    int width = parameters.subformatBits();
    subformat = width > 0 ? (int) bits.take(width) : counts ? 0 : 1;
    if (subformat == 0 && counts) {
      predicted = true;
      branches = bits.take(32) + LEAST_PREDICTED;
      int more = (int) bits.take(2);
      failed = more == NO_ADDRESS || more == ADDRESS_FAILED;
      branches += failed ? 1 : 0;
      known = more != 0b01;
      if (more != NO_ADDRESS) {
        difference(bits, parameters);
      }
    } else if (subformat == 1 && caches) {
      index = (int) bits.take(parameters.of(Parameter.CACHE_SIZE));
      int told = (int) bits.take(5);
      if (told > 0) {
        map(bits, told);
      }
      depth(bits, parameters);
    } else {
      known = false;
    }
  }

  /** Whether it says where an instruction is, by an address or an entry of the cache. */
  boolean leads() {
    return hasAddress || index >= 0;
  }

  private void difference(BitPicker bits, EtraceParameters parameters) {
    hasAddress = true;
    address = bits.takeSigned(parameters.addressBits()) << parameters.lsb();
    notify = differs(bits);
    updiscon = differs(bits);
    depth(bits, parameters);
  }

  private void depth(BitPicker bits, EtraceParameters parameters) {
    depthTold = differs(bits);
    depth = bits.take(parameters.depthBits());
  }

  private static boolean differs(BitPicker bits) {
    int last = bits.last();
    return bits.take(1) != last;
  }

  private void synchronisation(BitPicker bits, EtraceParameters parameters, int modes) {
    subformat = (int) bits.take(2);
    if (subformat == SUPPORT) {
      enabled = bits.take(1) != 0;
      bits.take(parameters.of(Parameter.MODE_WIDTH));
      qualification = (int) bits.take(2);
      options = (int) bits.take(parameters.of(Parameter.OPTIONS_WIDTH));
      return;
    }
    if (subformat != CONTEXT) {
      taken = bits.take(1) == 0;
    }
    privilege = (int) bits.take(parameters.of(Parameter.PRIVILEGE_WIDTH));
    bits.take(parameters.of(Parameter.TIME_WIDTH));
    context = (int) bits.take(parameters.of(Parameter.CONTEXT_WIDTH)) & Integer.MAX_VALUE;
    if (subformat == CONTEXT) {
      return;
    }
    if (subformat == TRAP) {
      cause = bits.take(parameters.of(Parameter.ECAUSE_WIDTH));
      interrupt = bits.take(1) != 0;
      handled = bits.take(1) != 0;
    }
    hasAddress = !(handled && (modes & EtraceModes.IMPLICIT_EXCEPTION) != 0);
    if (hasAddress) {
      address = wide(bits.take(parameters.addressBits()) << parameters.lsb(), parameters);
    }
    if (subformat == TRAP && !interrupt) {
      value = wide(bits.take(parameters.of(Parameter.IADDRESS_WIDTH)), parameters);
    }
  }

  /** Addresses of more than 32 bits are those of 64, of which the upper ones are all alike. */
  static long wide(long address, EtraceParameters parameters) {
    int width = parameters.of(Parameter.IADDRESS_WIDTH);
    return width > 32 ? address << 64 - width >> 64 - width : address & 0xFFFF_FFFFL;
  }
}
