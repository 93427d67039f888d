package bbt.reconstruct.profile.count;

import bbt.reconstruct.names.ProcessImages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The functions of what one task executed in one address space, from its start or an exec to the
 * next (or of an image with symbols, anywhere). Numbers of address spaces are used again for other
 * processes, so they say nothing by themselves.
 */
final class Program {
  /** The name of a program whose task was never named. */
  static final String UNKNOWN = "user";

  /** The number of a user program. */
  final int number;

  /** The name of its task while it ran; null while that is not known. See {@link #shown}. */
  String name;

  /**
   * Whether {@link #name} is the one from before an exec: the guest's new name is seen at the next
   * switch.
   */
  boolean provisional;

  /** Retired instructions of its hart when it began; -1 of one with symbols. */
  final long since;

  /** Functions without symbols, by the address that was called. */
  private final Map<Long, Function> byAddress = new HashMap<>();

  private final List<Function> named = new ArrayList<>();

  /** Where its images are; null where the trace does not say it. */
  ProcessImages images;

  /** The program's address space; -1 of one with symbols. */
  final int space;

  Program(String name) {
    this(-1, name, -1, -1);
  }

  Program(int number, String name, int space, long since) {
    this.space = space;
    this.since = since;
    this.number = number;
    this.name = name;
  }

  /** The name of the file that it is; null where the trace does not say it. */
  String file() {
    return images == null ? null : images.program();
  }

  /** Its name in reports: that of its file, else of its task while it ran. */
  String shown() {
    return file() != null ? file() : name == null ? UNKNOWN : name;
  }

  /** The function without a symbol that starts at an address; made when new. */
  Function at(long address) {
    return byAddress.computeIfAbsent(address, a -> new Function(this, a, null));
  }

  /** Returns the function that starts at an address, or null if nothing called that address yet. */
  Function known(long address) {
    return byAddress.get(address);
  }

  /**
   * Changes with what is known of code without symbols: where it was called, and what the program
   * calls code that it made.
   */
  int unnamed() {
    return byAddress.size() + (images == null ? 0 : images.names());
  }

  /** Whether the program has said that a function of its own making begins at an address. */
  boolean beginsMade(long address) {
    return images != null && images.beginsMade(address);
  }

  Function add(long address, String symbol) {
    Function function = new Function(this, address, symbol);
    named.add(function);
    return function;
  }

  List<Function> functions() {
    List<Function> all = new ArrayList<>(named);
    all.addAll(byAddress.values());
    return all;
  }
}
