package bbt.reconstruct.export;

import bbt.packets.bytes.PrintableText;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.code.Block;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.names.CodeNames;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.CallTree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes executed blocks as DynamoRIO's drcov does, version 2: a text with a table of modules, and
 * a table of blocks, each 8 bytes: offset in its module, bytes, number of the module. Plug-ins of
 * disassemblers find a module by its name, so each image is one: the kernel, its loadable modules
 * together, a program, each library of it.
 */
final class DrcovExport implements Exporter {
  /** Images that a process has at most, as {@code program~N} numbers them. */
  private static final int IMAGES = 64;

  private static final long PAGE = 4096;
  private static final long REACH = 1L << 32;

  /** A module: its name, and the address that its offsets count from. */
  private record Module(String name, long base) {}

  private final Map<String, List<Module>> images = new HashMap<>();
  private final Map<Module, SortedMap<Long, Integer>> blocks = new LinkedHashMap<>();

  /** The lowest address of each part of a kernel. */
  private final Map<Module, Long> kernel = new HashMap<>();

  @Override
  public void write(Report report, CallTree tree, OutputStream out) throws IOException {
    for (FunctionCode function : report.code().functions()) {
      if (isKernel(function)) {
        for (Block block : function.blocks()) {
          kernel.merge(kernelPart(function, block), block.address(), Math::min);
        }
      }
    }
    for (FunctionCode function : report.code().functions()) {
      for (Block block : function.blocks()) {
        Module module =
            isKernel(function)
                ? kernelModule(function, block)
                : module(function.program(), block.address(), report.names());
        blocks
            .computeIfAbsent(module, m -> new TreeMap<>())
            .merge(block.address() - module.base, block.size(), Math::max);
      }
    }
    List<Module> modules = List.copyOf(blocks.keySet());
    StringBuilder text = new StringBuilder();
    text.append("DRCOV VERSION: 2\nDRCOV FLAVOR: bbt\n");
    text.append("Module Table: version 2, count ").append(modules.size()).append('\n');
    text.append("Columns: id, base, end, entry, path\n");
    int count = 0;
    for (int i = 0; i < modules.size(); i++) {
      Module module = modules.get(i);
      SortedMap<Long, Integer> its = blocks.get(module);
      long end = its.lastKey() + its.get(its.lastKey());
      text.append(
          String.format(
              Locale.ROOT,
              "%3d, 0x%016x, 0x%016x, 0x%016x, %s%n",
              i,
              module.base,
              module.base + (end + PAGE - 1 & -PAGE),
              0,
              PrintableText.of(module.name)));
      count += its.size();
    }
    text.append("BB Table: ").append(count).append(" bbs\n");
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < modules.size(); i++) {
      ByteBuffer rows =
          ByteBuffer.allocate(8 * blocks.get(modules.get(i)).size()).order(ByteOrder.LITTLE_ENDIAN);
      for (Map.Entry<Long, Integer> block : blocks.get(modules.get(i)).entrySet()) {
        rows.putInt((int) (long) block.getKey());
        rows.putShort((short) Math.min(block.getValue(), 0xffff)).putShort((short) i);
      }
      out.write(rows.array());
    }
  }

  private static boolean isKernel(FunctionCode function) {
    return function.program().equals(TraceSymbols.KERNEL);
  }

  /**
   * Whose code a kernel's block is: its own or a loadable module's, and the 4 GiB that it is in.
   */
  private static Module kernelPart(FunctionCode function, Block block) {
    String name = function.name().endsWith("]") ? "kernel modules" : function.program();
    return new Module(name, block.address() & -REACH);
  }

  /** A kernel begins at the lowest page that was executed: its entry. */
  private Module kernelModule(FunctionCode function, Block block) {
    Module part = kernelPart(function, block);
    return new Module(part.name, kernel.get(part) & -PAGE);
  }

  /** The module of a program's code: its image that begins nearest below. */
  private Module module(String program, long address, CodeNames names) {
    Module best = null;
    for (Module each : images.computeIfAbsent(program, p -> images(p, names))) {
      long distance = address - each.base;
      if (distance >= 0 && distance < REACH && (best == null || each.base > best.base)) {
        best = each;
      }
    }
    if (best != null) {
      return best;
    }
    if (address >= 0 && address < REACH) {
      return new Module(program, 0); // an ELF file's own addresses
    }
    return new Module(program + TraceSymbols.ANONYMOUS, address & -REACH);
  }

  private static List<Module> images(String program, CodeNames names) {
    List<Module> found = new ArrayList<>();
    for (int i = 0; i < IMAGES; i++) {
      String image = i == 0 ? program : program + "~" + i;
      for (CodeAddress each : names.addresses(image + "+0x0")) {
        if (each.address() != 0) {
          found.add(new Module(image, each.address()));
        }
      }
    }
    return found;
  }
}
