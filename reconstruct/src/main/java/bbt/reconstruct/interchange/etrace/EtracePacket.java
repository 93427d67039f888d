package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.BitPicker;
import bbt.reconstruct.interchange.etrace.EtraceParameters.Parameter;

/** The fields of a packet of instruction trace. Fields that its format does not have are 0. */
final class EtracePacket {
  static final int START = 0;
  static final int TRAP = 1;
  static final int CONTEXT = 2;
  static final int SUPPORT = 3;

  final int format;

  /** The kind of synchronisation of a packet of format 3. */
  int subformat = -1;

  /** Whether the branch at the address was taken. */
  boolean taken;

  int privilege;
  int context;
  long cause;
  boolean interrupt;

  /** Whether the address is a trap's handler. */
  boolean handled;

  /** The address of a packet of format 3, else what is to be added to the one before. */
  long address;

  long value;
  boolean enabled;
  int qualification;
  int options;

  /** The number of branches that the packet tells. */
  int branches;

  long map;
  boolean hasAddress;
  boolean notify;
  boolean updiscon;
  boolean depthTold;

  EtracePacket(BitPicker bits, EtraceParameters parameters) {
    format = (int) bits.take(2);
    switch (format) {
      case 3 -> synchronisation(bits, parameters);
      case 2 -> difference(bits, parameters);
      case 1 -> {
        int told = (int) bits.take(5);
        branches = told == 0 ? 31 : told;
        map = bits.take(EtraceEncoder.mapBits(branches));
        map &= (1L << branches) - 1;
        if (told != 0) {
          difference(bits, parameters);
        }
      }
      default -> {}
    }
  }

  private void difference(BitPicker bits, EtraceParameters parameters) {
    hasAddress = true;
    address = bits.takeSigned(parameters.addressBits()) << parameters.lsb();
    notify = differs(bits);
    updiscon = differs(bits);
    depthTold = differs(bits);
  }

  private static boolean differs(BitPicker bits) {
    int last = bits.last();
    return bits.take(1) != last;
  }

  private void synchronisation(BitPicker bits, EtraceParameters parameters) {
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
    hasAddress = true;
    address = wide(bits.take(parameters.addressBits()) << parameters.lsb(), parameters);
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
