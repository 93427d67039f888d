package bbt.reconstruct.gdb;

import bbt.ptg.guest.GdbDescription;
import bbt.ptg.guest.GdbRegister;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.gdb.targets.HartState;
import bbt.reconstruct.gdb.targets.ProtocolException;
import bbt.reconstruct.gdb.targets.Target;
import java.util.HashMap;
import java.util.Map;

/**
 * Gdb's numbers of a guest's registers, and the description that tells gdb of them. A g packet has
 * the first of them; gdb asks for each of the others when it is shown.
 */
final class RegisterLayout {
  private static final int BYTES = 8;

  private final GuestIsa guest;
  private final GdbDescription description;
  private final Map<Integer, GdbRegister> byNumber = new HashMap<>();

  RegisterLayout(Target target) {
    guest = target.guest();
    description = guest.gdb(target::hasControl);
    for (GdbRegister register : description.registers()) {
      byNumber.put(register.number(), register);
    }
  }

  /** The target description. */
  String description() {
    StringBuilder xml = new StringBuilder();
    xml.append("<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n");
    xml.append("<target version=\"1.0\">\n<architecture>");
    xml.append(description.architecture()).append("</architecture>\n");
    String feature = null;
    for (GdbRegister register : description.registers()) {
      if (!register.feature().equals(feature)) {
        xml.append(feature == null ? "" : "</feature>\n");
        feature = register.feature();
        xml.append("<feature name=\"").append(feature).append("\">\n");
      }
      register(xml, register);
    }
    return xml.append("</feature>\n</target>\n").toString();
  }

  private static void register(StringBuilder xml, GdbRegister r) {
    xml.append("<reg name=\"").append(r.name()).append("\" bitsize=\"").append(r.bits());
    xml.append("\" type=\"").append(r.type()).append("\" regnum=\"").append(r.number());
    if (r.group() != null) {
      xml.append("\" group=\"").append(r.group());
    }
    xml.append("\"/>\n");
  }

  /** Writes all registers of a g packet. */
  String all(HartState hart) {
    StringBuilder text = new StringBuilder(description.general() * 2 * BYTES);
    for (int number = 0; number < description.general(); number++) {
      text.append(one(hart, number));
    }
    return text.toString();
  }

  /** Writes the registers that a stop tells. */
  String expedited(HartState hart) {
    StringBuilder text = new StringBuilder();
    for (int number : description.expedited()) {
      text.append(Integer.toHexString(number)).append(':').append(one(hart, number)).append(';');
    }
    return text.toString();
  }

  private GdbRegister register(int number) {
    GdbRegister register = byNumber.get(number);
    if (register == null) {
      throw new ProtocolException("no register " + number);
    }
    return register;
  }

  /** One register. */
  String one(HartState hart, int number) {
    GdbRegister register = register(number);
    return register.bits() > Long.SIZE
        ? HexText.register(hart.get(register), BYTES)
            + HexText.register(hart.get(register.upper()), BYTES)
        : HexText.register(hart.get(register), register.bytes());
  }

  /** Sets all registers of a G packet. */
  void setAll(HartState hart, String digits) {
    int expected = 0;
    for (int number = 0; number < description.general(); number++) {
      expected += 2 * register(number).bytes();
    }
    if (digits.length() != expected) {
      throw new ProtocolException("a G packet of " + digits.length() + " digits");
    }
    HexText.bytes(digits); // all or nothing
    int at = 0;
    for (int number = 0; number < description.general(); number++) {
      int end = at + 2 * register(number).bytes();
      set(hart, number, digits.substring(at, end));
      at = end;
    }
  }

  /** Sets one register. */
  void set(HartState hart, int number, String digits) {
    GdbRegister register = register(number);
    if (register.bits() > Long.SIZE) {
      if (digits.length() != 2 * register.bytes()) {
        throw new ProtocolException("a register of " + digits.length() + " digits");
      }
      hart.set(register, HexText.register(digits.substring(0, 2 * BYTES)));
      hart.set(register.upper(), HexText.register(digits.substring(2 * BYTES)));
      return;
    }
    long value = HexText.register(digits);
    if (register.place() == GdbRegister.Place.PRIVILEGE
        && guest.modes().stream().noneMatch(mode -> mode.level() == value)) {
      throw new ProtocolException("no privilege " + value);
    }
    hart.set(register, value);
  }
}
