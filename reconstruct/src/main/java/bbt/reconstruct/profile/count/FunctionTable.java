package bbt.reconstruct.profile.count;

import bbt.packets.SidebandRecord;
import bbt.reconstruct.names.ProcessImages;
import bbt.reconstruct.names.Processes;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.stack.FunctionFinder;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The functions that were met, by symbol or by address, and the programs that they belong to. */
final class FunctionTable implements FunctionFinder<Function> {
  private static final int USER_MODE = 0;

  /** The hart that is walked now. */
  ProfiledHart hart;

  final Program kernel = new Program(TraceSymbols.KERNEL);
  private final TraceSymbols symbols;
  private Function[] bySymbol;
  private final Map<String, Program> images = new HashMap<>();

  /** The programs that processes execute, by their ids. */
  private final Map<Integer, Program> byProcess = new HashMap<>();

  private final Processes processes = new Processes();
  private final List<Program> users = new ArrayList<>();

  FunctionTable(TraceSymbols symbols) {
    this.symbols = symbols;
    this.bySymbol = new Function[symbols.count()];
  }

  List<Program> programs() {
    List<Program> programs = new ArrayList<>();
    programs.add(kernel);
    programs.addAll(images.values());
    programs.addAll(users);
    return programs;
  }

  /**
   * A user program that was not there before.
   *
   * @param name may be null
   * @param space its address space
   * @param since retired instructions of its hart
   */
  Program user(String name, int space, long since) {
    Program p = new Program(users.size(), name, space, since);
    users.add(p);
    return p;
  }

  /** The name of a user program. */
  String nameOf(int program) {
    return program < 0 || program >= users.size() ? Program.UNKNOWN : users.get(program).shown();
  }

  /** The name of a user program's code that is in no function. */
  String nameOf(int program, long address) {
    Program p = program < 0 || program >= users.size() ? null : users.get(program);
    return symbols.nameless(
        p == null ? -1 : p.space, address, true, nameOf(program), p == null ? null : p.images);
  }

  /**
   * A note of the trace.
   *
   * @return the task that is another thing from now on, see {@link Processes#add}
   */
  int note(SidebandRecord.Note note) {
    return processes.add(note);
  }

  /** Whether a task is a thread of another one, as far as the trace says it. */
  boolean isThread(int pid) {
    return processes.ofThread(pid) != Processes.NONE;
  }

  /** Where the images of a task's process are. */
  ProcessImages images(ProfiledTask task) {
    return processes.images(task.pid);
  }

  /**
   * The program of a thread: that of its process.
   *
   * @return null if the task is no thread, as far as the trace says it
   */
  Program ofProcess(ProfiledTask thread, int space) {
    int process = processes.ofThread(thread.pid);
    Program p = process == Processes.NONE ? null : byProcess.get(process);
    return p == null || p.space != space ? null : p;
  }

  /** A task executes this; if it is a process, so do its threads. */
  void executes(ProfiledTask task, Program p) {
    if (task.pid >= 0) {
      byProcess.put(task.pid, p);
    }
  }

  /** The name of a function without a symbol. */
  String nameless(Function f, String program) {
    return symbols.nameless(
        f.program.space, f.address, f.program != kernel, program, f.program.images);
  }

  /** The symbol at an address that a step leads to, or {@link FunctionMap#NONE}. */
  private int symbol(Step from, Step to, long target) {
    if (to != null) {
      return to.function();
    }
    int space = hart.addressSpace;
    long page = symbols.page(space, target, hart.raw + hart.clockOffset);
    return symbols.functionBehind(from, space, target, page);
  }

  /** The function that covers an address; where no symbol does, the one that starts there. */
  @Override
  public Function entered(Step from, Step to, long target) {
    if (to != null
        && to.note() instanceof Function f
        && (f.name != null || f.program == hart.program)) {
      return f;
    }
    int id = symbol(from, to, target);
    Function f = id == FunctionMap.NONE ? hart.program.at(original(target)) : named(id);
    if (to != null) {
      to.note(f);
    }
    return f;
  }

  /**
   * The function that a jump leads to; null where it stays inside the one that it is in. Without
   * symbols, only a jump to where something was called leaves the function, or to where the program
   * has made one: a JIT compiler's functions are mostly jumped to.
   */
  Function jumped(Step from, Step to, long target) {
    boolean nameless = from == null || from.function() == FunctionMap.NONE;
    if (nameless && symbol(from, to, target) == FunctionMap.NONE) {
      Function known = entry(to, target);
      if (known != null || !hart.program.beginsMade(target)) {
        return known;
      }
    }
    return entered(from, to, target);
  }

  @Override
  public Function returned(Step to, Function caller) {
    return to == null || to.function() == FunctionMap.NONE || to.function() == caller.symbol
        ? caller
        : named(to.function());
  }

  @Override
  public Function landed(Step to, Function top) {
    return to.function() == top.symbol ? top : entered(null, to, to.pc());
  }

  @Override
  public Function elsewhere(long target) {
    Function f = entered(null, null, target);
    return f.name == null ? null : f;
  }

  /** Whether it starts there; of a binary that moves, wherever it was loaded. */
  @Override
  public boolean startsAt(Function f, long target) {
    return f.address == target
        || startsElsewhere(f.symbol, target)
        || f.symbol == FunctionMap.NONE && f.address == original(target);
  }

  /** Where code that no symbol names was executed first, if the guest has copied itself. */
  private long original(long pc) {
    return hart.program == kernel ? pc - symbols.copied(pc) : pc;
  }

  private boolean startsElsewhere(int symbol, long target) {
    return symbols.moves(symbol) && symbols.startsAt(symbol, target);
  }

  /** The function of a symbol. */
  private Function named(int id) {
    if (id >= bySymbol.length) { // named since, in a trace that is followed
      bySymbol = Arrays.copyOf(bySymbol, Math.max(symbols.count(), 2 * bySymbol.length));
    }
    Function f = bySymbol[id];
    if (f == null) {
      TraceSymbols.Function symbol = symbols.function(id);
      Program owner;
      if (!symbol.image().equals(TraceSymbols.KERNEL)) {
        owner = images.computeIfAbsent(symbol.image(), Program::new);
      } else if (hart.privilege == USER_MODE) {
        // A small kernel that carries its user programs in its own image.
        owner = images.computeIfAbsent(Program.UNKNOWN, Program::new);
      } else {
        owner = kernel;
      }
      f = owner.add(symbol.address(), symbol.name());
      f.symbol = id;
      bySymbol[id] = f;
    }
    return f;
  }

  /** The function without a symbol that something called at this address, or null. */
  Function entry(Step to, long target) {
    if (to != null) {
      if (to.note() == null) {
        return null;
      }
      if (to.note() instanceof Function f && f.program == hart.program) {
        return f;
      }
    }
    return hart.program.known(original(target));
  }
}
