package bbt.reconstruct.profile;

/**
 * The counts of one task. A task_struct (or stack) that the guest used again for another process is
 * another task.
 *
 * @param number in {@link Profile#tasks()}; by the order in which tasks first ran
 * @param id what the trace names it by: on Linux the address of its task_struct; 0 when not known
 * @param pid process id as the guest's kernel counts, -1 when not known
 * @param name the last that the guest gave it; {@code task 0xID} without one, {@code boot} before
 *     the first task
 * @param instructions executed while it was current, in all privileges
 * @param userInstructions of those, in user mode
 * @param switches times that a hart switched to it
 * @param node its node in {@link Profile#taskTree()}; -1 when there is no tree
 * @param cycles by the cost model; 0 without one
 */
public record TaskProfile(
    int number,
    long id,
    int pid,
    String name,
    long instructions,
    long userInstructions,
    long switches,
    int node,
    long cycles) {

  /** Name and pid, as people tell tasks apart: {@code sh (pid 27)}. */
  public String title() {
    return pid < 0 ? name : name + " (pid " + pid + ")";
  }
}
