/**
 * Implements the rules of call stacks: which frames come and go with what is executed, and which
 * task's stack each hart has.
 *
 * <p>Enters: calls, returns, jumps, traps, returns from traps, switches, gaps. Leaves: frames that
 * are {@linkplain bbt.reconstruct.stack.FrameStack#entered entered} and {@linkplain
 * bbt.reconstruct.stack.FrameStack#left left}. The profiler counts what they cost, {@link
 * bbt.reconstruct.stack.StackTracker} keeps where they were entered from ({@link
 * bbt.reconstruct.stack.CallFrame}s).
 *
 * <dl>
 *   <dt>frame
 *   <dd>an entry of a task's call stack: a function that was called, a trap with the privilege that
 *       it interrupted, or a root.
 *   <dt>root
 *   <dd>the frame at the bottom, or right above a trap: nobody called it.
 * </dl>
 */
package bbt.reconstruct.stack;
