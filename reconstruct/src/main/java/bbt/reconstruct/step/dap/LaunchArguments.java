package bbt.reconstruct.step.dap;

import bbt.reconstruct.replay.setup.GuestOptions;
import bbt.reconstruct.step.text.CommandException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The launch configuration of an editor: the options of {@code bbt step}, by their names in a
 * launch configuration.
 *
 * @param trace file
 * @param at where to stand first, as {@code --at} has it; null: at the start
 * @param hart the only hart whose stops count; -1: all
 * @param binaries ELF files with names and lines
 * @param debugFolders where debug files are
 * @param sources folders with source files
 * @param files the guest's, for registers and memory
 * @param stopOnEntry whether to stand still before the editor says continue
 */
record LaunchArguments(
    Path trace,
    String at,
    int hart,
    List<Path> binaries,
    List<Path> debugFolders,
    List<Path> sources,
    GuestOptions files,
    boolean stopOnEntry) {
  /**
   * Reads them. Names that are not known are the editor's own, and are left alone.
   *
   * @throws CommandException if one of them has the wrong type, or there is no trace
   */
  static LaunchArguments of(Map<String, Object> arguments) {
    Reader in = new Reader(arguments);
    Path trace = in.path(arguments.containsKey("trace") ? "trace" : "program");
    if (trace == null) {
      throw new CommandException("\"trace\" is missing: the trace file");
    }
    String at = in.text("at");
    return new LaunchArguments(
        trace,
        at,
        in.hart(),
        in.paths("binaries"),
        in.paths("debugDirs"),
        in.paths("sourcePaths"),
        new GuestOptions(
            in.path("kernel"),
            in.path("initrd"),
            in.paths("initrdAdd"),
            in.path("bios"),
            in.path("dtb"),
            in.paths("drives"),
            in.paths("guestFiles"),
            in.path("replayInput")),
        in.flag("stopOnEntry", true));
  }

  /** The map that was sent. */
  private record Reader(Map<String, Object> all) {
    private static CommandException wrong(String name, String type) {
      return new CommandException("\"" + name + "\" must be " + type);
    }

    String text(String name) {
      Object value = all.get(name);
      return switch (value) {
        case null -> null;
        case String text -> text;
        case Number number when number.doubleValue() == number.longValue() ->
            Long.toString(number.longValue());
        default -> throw wrong(name, "a string");
      };
    }

    boolean flag(String name, boolean otherwise) {
      Object value = all.get(name);
      return switch (value) {
        case null -> otherwise;
        case Boolean flag -> flag;
        default -> throw wrong(name, "true or false");
      };
    }

    int hart() {
      Object value = all.get("hart");
      return switch (value) {
        case null -> -1;
        case Number number
            when number.doubleValue() == number.intValue() && number.intValue() >= 0 ->
            number.intValue();
        default -> throw wrong("hart", "a hart's number");
      };
    }

    private Path path(String name, String text) {
      try {
        Object folder = all.get("cwd");
        return folder instanceof String its ? Path.of(its).resolve(text) : Path.of(text);
      } catch (InvalidPathException e) {
        throw wrong(name, "a path");
      }
    }

    Path path(String name) {
      Object value = all.get(name);
      return switch (value) {
        case null -> null;
        case String text -> path(name, text);
        default -> throw wrong(name, "a path");
      };
    }

    List<Path> paths(String name) {
      Object value = all.get(name);
      List<?> values =
          switch (value) {
            case null -> List.of();
            case String text -> List.of(text);
            case List<?> list -> list;
            default -> throw wrong(name, "a list of paths");
          };
      List<Path> paths = new ArrayList<>();
      for (Object each : values) {
        if (!(each instanceof String text)) {
          throw wrong(name, "a list of paths");
        }
        paths.add(path(name, text));
      }
      return paths;
    }
  }
}
