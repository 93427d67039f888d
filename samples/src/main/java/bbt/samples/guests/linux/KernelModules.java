package bbt.samples.guests.linux;

import bbt.ptg.image.ElfFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tukaani.xz.XZInputStream;

/**
 * Finds kernel modules of a package and the order in which to load some of them. Packages carry no
 * {@code modules.dep} (it is made when they are installed), so the order comes from the modules'
 * own {@code .modinfo}: {@code depends=} and {@code softdep=pre:}.
 */
final class KernelModules {
  private final Map<String, byte[]> packed = new HashMap<>();

  /** Whether a package's file is a kernel module. */
  static boolean isModule(String path) {
    return path.endsWith(".ko") || path.endsWith(".ko.xz");
  }

  /** Takes a module, compressed or not. */
  void add(String path, byte[] content) {
    packed.put(nameOf(path), content);
  }

  /** Module name of a file: dashes are underscores, as in {@code depends=}. */
  static String nameOf(String path) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    return file.replaceFirst("\\.ko(\\.xz)?$", "").replace('-', '_');
  }

  /**
   * The wanted modules and what they need, each after what it depends on. A name that is no module
   * of the package is built into the kernel.
   *
   * @return file name to unpacked content, in the order in which to load them
   */
  Map<String, byte[]> closure(List<String> wanted) throws IOException {
    Map<String, byte[]> loaded = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (String name : wanted) {
      load(name, seen, loaded);
    }
    return loaded;
  }

  private void load(String name, Set<String> seen, Map<String, byte[]> loaded) throws IOException {
    byte[] content = packed.get(name);
    if (content == null || !seen.add(name)) {
      return;
    }
    byte[] module = unpack(content);
    for (String needed : dependencies(modinfo(name, module))) {
      load(needed, seen, loaded);
    }
    loaded.put(name + ".ko", module);
  }

  private static byte[] unpack(byte[] content) throws IOException {
    if (ElfFile.isElf(content)) {
      return content;
    }
    try (InputStream in = new XZInputStream(new ByteArrayInputStream(content))) {
      return in.readAllBytes();
    }
  }

  private static String modinfo(String name, byte[] module) throws IOException {
    for (ElfFile.Section section : ElfFile.parse(name + ".ko", module).sections()) {
      if (section.name().equals(".modinfo")) {
        return new String(
            module, (int) section.offset(), (int) section.size(), StandardCharsets.ISO_8859_1);
      }
    }
    return "";
  }

  /** Module names in a {@code .modinfo} section, whose strings end with a zero byte. */
  static Set<String> dependencies(String modinfo) {
    Set<String> names = new java.util.LinkedHashSet<>();
    for (String line : modinfo.split("\0", -1)) {
      if (line.startsWith("depends=")) {
        names.addAll(List.of(line.substring("depends=".length()).split(",", -1)));
      } else if (line.startsWith("softdep=pre:")) {
        String list = line.substring("softdep=pre:".length()).replaceFirst("post:.*", "");
        names.addAll(List.of(list.strip().replace('-', '_').split("\\s+", -1)));
      }
    }
    names.remove("");
    return names;
  }
}
