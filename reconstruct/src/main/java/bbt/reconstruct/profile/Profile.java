package bbt.reconstruct.profile;

import java.util.Comparator;
import java.util.List;

/**
 * A count of a trace's instructions by function, task, program, hart and exception.
 *
 * @param instructions in all
 * @param programs the kernel first, then by descending instructions
 * @param exceptions by kind
 * @param costs of exceptions by cause, by descending instructions
 * @param systemCalls by the function that served them, by descending instructions
 * @param tasks by the order in which they first ran
 * @param frames by number, as a {@link FrameListener} and the trees know them
 * @param taskTree call tree by task: the root's children are tasks; null if nobody asked for it
 * @param tree the same of all tasks together; null if nobody asked for it
 * @param harts by number
 * @param timeline null if nobody asked for it
 * @param marks that the guest set
 * @param console lines that the guest wrote to its console
 * @param panic null if the kernel did not panic in what is selected, or not only a window is
 */
public record Profile(
    long instructions,
    List<ProgramProfile> programs,
    ExceptionTally exceptions,
    List<ExceptionCost> costs,
    List<ExceptionCost> systemCalls,
    List<TaskProfile> tasks,
    List<ProfileFrame> frames,
    CallTree taskTree,
    CallTree tree,
    List<HartProfile> harts,
    Timeline timeline,
    Marks marks,
    ConsoleLog console,
    Panic panic) {

  public Profile {
    programs = List.copyOf(programs);
    costs = List.copyOf(costs);
    systemCalls = List.copyOf(systemCalls);
    tasks = List.copyOf(tasks);
    frames = List.copyOf(frames);
    harts = List.copyOf(harts);
  }

  /** Cycles of all harts; 0 without a cost model. */
  public long cycles() {
    return harts.stream().mapToLong(HartProfile::cycles).sum();
  }

  /** Every function of every program. */
  public List<FunctionProfile> functions() {
    return programs.stream().flatMap(p -> p.functions().stream()).toList();
  }

  /** The function with the most instructions of its own, or null in an empty trace. */
  public FunctionProfile mostInstructions() {
    return functions().stream().max(Comparator.comparingLong(FunctionProfile::self)).orElse(null);
  }

  /** The function called most often, or null when nothing was called. */
  public FunctionProfile mostCalled() {
    return functions().stream()
        .filter(f -> f.calls() > 0)
        .max(Comparator.comparingLong(FunctionProfile::calls))
        .orElse(null);
  }
}
