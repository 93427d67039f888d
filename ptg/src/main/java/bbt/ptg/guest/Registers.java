package bbt.ptg.guest;

import java.util.List;
import java.util.Map;

/**
 * The registers of a guest, as data: what the stepper, a replay and gdb show of a hart.
 *
 * @param general the registers that hold integers and addresses
 * @param floating the floating-point registers
 * @param firstFloating number of the first floating-point register in DWARF, where the general
 *     registers have the numbers that they have here
 * @param aliases numbers of general registers by their other names
 * @param stackPointer number of the general register that points to the stack
 * @param firstArgument number of the general register with a call's first argument; the others
 *     follow
 * @param systemCall number of the general register with the number of a system call, whose
 *     arguments are those of other calls
 * @param stepperControls the control registers that the stepper shows, in its order
 * @param replayControls the control registers that a replay shows, in its order
 * @param addressSpace the control register that says which address space is in force
 */
public record Registers(
    RegisterFile general,
    RegisterFile floating,
    int firstFloating,
    Map<String, Integer> aliases,
    int stackPointer,
    int firstArgument,
    int systemCall,
    List<String> stepperControls,
    List<String> replayControls,
    String addressSpace) {

  /** Name of the register with an argument of calls, counted from 0. */
  public String argument(int index) {
    return general.name(firstArgument + index);
  }

  /** Number of a general register by any of its names, or -1. */
  public int number(String name) {
    int number = general.names().indexOf(name);
    return number >= 0 ? number : aliases.getOrDefault(name, -1);
  }
}
