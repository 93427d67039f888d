package bbt.translator.codegen;

import bbt.translator.ir.IrRegion;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.util.OptionalLong;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;

/** Generates and defines the class of a region. */
public final class RegionGenerator {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private RegionGenerator() {}

  /** Fewer bytes with what they inline are no part of a node. */
  private static final int LEAST_PART = 100;

  /**
   * The class file of a region. One of several nodes is {@code null} if its method would exceed
   * HotSpot's limit, past which a method is never compiled, or has too much floating point to be
   * compiled well. A node alone is cut into several methods then.
   *
   * @param hashed address of the page, if the verify hash is to be kept
   * @param callsFloat whether unusual floating-point results are computed by calls
   */
  public static byte[] generate(
      GuestCode guest,
      IrRegion region,
      boolean recording,
      OptionalLong hashed,
      boolean callsFloat) {
    RegionEmitter emitter =
        new RegionEmitter(guest, region, recording, hashed, callsFloat, new int[0]);
    byte[] classFile = emitter.hasTooMuchFloat() ? null : emitter.emit();
    if (region.nodes().size() > 1) {
      return classFile;
    }
    int most = FloatRegisters.MOST_INLINED;
    while (classFile == null && most >= LEAST_PART) {
      int[] cuts = NodeParts.cuts(region.nodes().getFirst(), most);
      classFile = new RegionEmitter(guest, region, recording, hashed, callsFloat, cuts).emit();
      most /= 2;
    }
    return classFile;
  }

  /**
   * Defines the class, as one that the JVM can unload alone, and makes an instance without facts:
   * one to make others from.
   */
  public static CompiledRegion define(byte[] classFile) {
    try {
      Class<?> defined = LOOKUP.defineHiddenClass(classFile, false).lookupClass();
      return (CompiledRegion)
          defined
              .getDeclaredConstructor(long.class, RegionFacts.class)
              .newInstance(Long.MAX_VALUE, null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("generated region does not link", e);
    }
  }

  /** The class file as text, for {@code -d bytecode}. */
  public static String text(byte[] classFile) {
    StringWriter text = new StringWriter();
    new ClassReader(classFile)
        .accept(new TraceClassVisitor(null, new Textifier(), new PrintWriter(text)), 0);
    return text.toString();
  }
}
