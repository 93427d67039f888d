package bbt.reconstruct.names;

import bbt.packets.SidebandRecord;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Learns the named functions of a trace that is followed, as the trace names them. A function keeps
 * its number when more come.
 */
final class LearntNames {
  /** Functions of one image that hold in one address space, or in all. */
  private static final class Group {
    final String image;
    final int addressSpace;
    final List<Symbol> all = new ArrayList<>();

    /** Numbers by address: the first that came is the one that the table has. */
    final Map<Long, Integer> numbers = new HashMap<>();

    /** Table of all functions, made anew when it is asked for; null where more have come since. */
    SymbolTable table;

    Group(String image, int addressSpace) {
      this.image = image;
      this.addressSpace = addressSpace;
    }

    boolean isKernel() {
      return image.equals(TraceSymbols.KERNEL);
    }
  }

  private final List<Group> groups = new ArrayList<>();

  /** The functions, by their numbers. */
  private final List<Symbol> symbols = new ArrayList<>();

  private final List<Group> owners = new ArrayList<>();

  /** Adds functions of an image. */
  void add(String image, int addressSpace, List<Symbol> more) {
    Group group = group(image, addressSpace);
    for (Symbol symbol : more) {
      if (group.numbers.putIfAbsent(symbol.address(), symbols.size()) == null) {
        group.all.add(symbol);
        symbols.add(symbol);
        owners.add(group);
        group.table = null;
      }
    }
  }

  private Group group(String image, int addressSpace) {
    for (Group group : groups) {
      if (group.image.equals(image) && group.addressSpace == addressSpace) {
        return group;
      }
    }
    Group fresh = new Group(image, addressSpace);
    groups.add(fresh);
    return fresh;
  }

  int count() {
    return symbols.size();
  }

  Symbol symbol(int number) {
    return symbols.get(number);
  }

  boolean isKernel(int number) {
    return owners.get(number).isKernel();
  }

  String image(int number) {
    return owners.get(number).image;
  }

  /**
   * The function that an address belongs to.
   *
   * @param kernelBias how far above its own address the kernel's code is executed there
   * @return {@link FunctionMap#NONE} where there is none
   */
  int find(int addressSpace, long pc, long kernelBias) {
    for (Group group : groups) {
      if (group.addressSpace == SidebandRecord.GLOBAL || group.addressSpace == addressSpace) {
        if (group.table == null) {
          group.table = SymbolTable.of(group.all);
        }
        long at = pc - (group.isKernel() ? kernelBias : 0);
        Symbol symbol = group.table.at(at);
        if (symbol != null && at < 0 == symbol.address() < 0) {
          return group.numbers.get(symbol.address());
        }
      }
    }
    return FunctionMap.NONE;
  }
}
