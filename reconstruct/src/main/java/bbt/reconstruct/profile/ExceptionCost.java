package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;

/**
 * The cost of one cause of exceptions, or of one system call.
 *
 * @param kind the paper's kind
 * @param cause as the architecture numbers it, bit 63 = interrupt
 * @param name of the cause in words; of a system call the function that served it
 * @param count taken
 * @param self instructions of each finished one, without nested exceptions
 * @param inclusive instructions of each finished one, nested exceptions included
 * @param unfinished that no return ended
 * @param unfinishedInstructions of those, nested exceptions included
 * @param outsideInstructions selected ones of exceptions that were taken outside the selection,
 *     nested exceptions included; 0 when everything is selected
 * @param cycles of finished ones without nested exceptions, by the cost model; 0 without one
 * @param inclusiveCycles the same with nested exceptions
 */
public record ExceptionCost(
    ExceptionKind kind,
    long cause,
    String name,
    long count,
    Distribution self,
    Distribution inclusive,
    long unfinished,
    long unfinishedInstructions,
    long outsideInstructions,
    long cycles,
    long inclusiveCycles) {}
