package bbt.reconstruct.memory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The parts of a memory system and what it costs to miss them. Made from a file:
 *
 * <pre>
 *   name      small core
 *   l1i       16K 2 64                # bytes, ways, bytes of a line
 *   l1d       16K 4 64 plru write-through
 *   l2        256K 8 64
 *   itlb      16 full                 # entries, ways
 *   dtlb      16 full
 *   l2tlb     128 4
 *   predictor gshare 1024 8           # counters, outcomes
 *   returns   4
 *   targets   64
 *   cycles-l2 8                       # where L1 misses
 * </pre>
 *
 * What is not named is not there. See docs/memory-system.md.
 */
public final class MemoryConfig {
  /** The names of the systems that come with bbt. */
  public static final List<String> PRESETS = List.of("small", "medium", "large");

  private static final int PAGE = 4096;

  /** More are no cycles of one miss. */
  private static final int MOST_CYCLES = 1_000_000;

  private static final long MOST_LINES = 1 << 24;

  /** The caches and TLBs. */
  public enum Part {
    /** First level, instructions. */
    L1I,
    /** First level, data. */
    L1D,
    /** Second level, of all harts together. */
    L2,
    /** TLB of fetches. */
    ITLB,
    /** TLB of loads and stores. */
    DTLB,
    /** Second level of both TLBs. */
    L2TLB;

    boolean tlb() {
      return this == ITLB || this == DTLB || this == L2TLB;
    }

    /** The name in a file. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What costs cycles beside the instruction itself. */
  public enum Penalty {
    /** An access that misses L1, for asking what is behind it. */
    L2,
    /** An access that misses all caches, beside that. */
    MEMORY,
    /** An access that misses its TLB, for asking the second one. */
    L2TLB,
    /** An access that misses all TLBs, beside that. */
    WALK,
    /** A branch that was not guessed. */
    MISPREDICT;

    /** The name in a file: {@code cycles-l2}. */
    public String key() {
      return "cycles-" + name().toLowerCase(Locale.ROOT);
    }
  }

  private final String name;
  private final Map<Part, CacheShape> parts;
  private final PredictorShape predictor;
  private final Map<Penalty, Integer> penalties;

  private MemoryConfig(
      String name,
      Map<Part, CacheShape> parts,
      PredictorShape predictor,
      Map<Penalty, Integer> penalties) {
    this.name = name;
    this.parts = parts;
    this.predictor = predictor;
    this.penalties = penalties;
  }

  /**
   * Reads a memory system.
   *
   * @param what one of {@link #PRESETS}, or a file
   * @throws MemoryConfigException if a line is wrong
   */
  public static MemoryConfig read(String what) throws IOException {
    if (PRESETS.contains(what)) {
      try (InputStream in = MemoryConfig.class.getResourceAsStream(what + ".txt")) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return parse(what, text.lines().toList());
      }
    }
    Path file = Path.of(what);
    if (!Files.exists(file)) {
      throw new MemoryConfigException(
          "--memory-system "
              + what
              + ": no such file; give a file, or one of "
              + String.join(", ", PRESETS));
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    return parse(what, text.lines().toList());
  }

  /**
   * Reads a memory system from its lines.
   *
   * @param source what errors name
   * @throws MemoryConfigException if a line is wrong
   */
  public static MemoryConfig parse(String source, List<String> lines) throws MemoryConfigException {
    return new Parser(source).parse(lines);
  }

  /** The name that the file gives itself, or else its path. */
  public String name() {
    return name;
  }

  /** A cache or TLB; null where there is none. */
  public CacheShape part(Part part) {
    return parts.get(part);
  }

  /** What guesses branches; null where nothing does. */
  public PredictorShape predictor() {
    return predictor;
  }

  /** Cycles of a penalty; 0 where the file says nothing. */
  public int cycles(Penalty penalty) {
    return penalties.getOrDefault(penalty, 0);
  }

  /** Cycles that an event costs. */
  public int cycles(MemoryEvent event) {
    return switch (event) {
      case FETCH_L1, READ_L1, WRITE_L1 -> cycles(Penalty.L2);
      case FETCH_L2, READ_L2, WRITE_L2 -> cycles(Penalty.MEMORY);
      case FETCH_TLB, READ_TLB, WRITE_TLB -> cycles(Penalty.L2TLB);
      case FETCH_WALK, READ_WALK, WRITE_WALK -> cycles(Penalty.WALK);
      case BRANCH, RETURN, JUMP -> cycles(Penalty.MISPREDICT);
      case WRITE_BACK -> 0;
    };
  }

  /** One line of words for each part: {@code L1D 16 KiB, 4 ways, 64-byte lines, plru}. */
  public String text(Part part) {
    CacheShape shape = part(part);
    if (shape == null) {
      return "none";
    }
    String ways = shape.sets() == 1 ? "full" : shape.ways() + " ways";
    String rule = shape.replacement().key();
    if (part.tlb()) {
      return shape.lines() + " entries, " + ways + ", " + rule;
    }
    long bytes = shape.bytes();
    return (bytes % 1024 == 0 ? bytes / 1024 + " KiB" : bytes + " bytes")
        + ", "
        + ways
        + ", lines of "
        + shape.lineBytes()
        + ", "
        + rule
        + (shape.writeThrough() ? ", write-through" : "");
  }

  /** Takes the lines of a file apart. */
  private static final class Parser {
    private final String source;
    private final Map<Part, CacheShape> parts = new EnumMap<>(Part.class);
    private final Map<Penalty, Integer> penalties = new EnumMap<>(Penalty.class);
    private final Map<String, Integer> seen = new HashMap<>();
    private PredictorShape.Kind kind;
    private int predictorLine;
    private int counters;
    private int history;
    private int returns;
    private int targets;
    private String where;

    Parser(String source) {
      this.source = source;
    }

    private MemoryConfigException wrong(String what) {
      return new MemoryConfigException(where + what);
    }

    MemoryConfig parse(List<String> lines) throws MemoryConfigException {
      String name = source;
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).replaceFirst("#.*", "").strip();
        if (line.isEmpty()) {
          continue;
        }
        where = source + ": line " + (i + 1) + ": ";
        String[] words = line.split("\\s+");
        String key = words[0].toLowerCase(Locale.ROOT);
        if (seen.putIfAbsent(key, i + 1) != null) {
          throw wrong("'" + key + "' is given twice");
        }
        if (words.length < 2) {
          throw wrong("'" + line + "' says nothing of it; write: l1d 32K 8 64");
        }
        String[] values = Arrays.copyOfRange(words, 1, words.length);
        if (key.equals("name")) {
          name = line.substring(words[0].length()).strip();
        } else {
          line(key, values, i + 1);
        }
      }
      PredictorShape predictor = predictor();
      if (parts.containsKey(Part.L2)
          && !parts.containsKey(Part.L1I)
          && !parts.containsKey(Part.L1D)) {
        where = source + ": line " + seen.get("l2") + ": ";
        throw wrong("an l2 without l1i and l1d is never asked; name one of them");
      }
      return new MemoryConfig(name, parts, predictor, penalties);
    }

    private void line(String key, String[] values, int number) throws MemoryConfigException {
      for (Part part : Part.values()) {
        if (part.key().equals(key)) {
          parts.put(part, part.tlb() ? tlb(values) : cache(part, values));
          return;
        }
      }
      for (Penalty penalty : Penalty.values()) {
        if (penalty.key().equals(key)) {
          penalties.put(penalty, (int) number(only(key, values), 0, MOST_CYCLES, "cycles"));
          return;
        }
      }
      switch (key) {
        case "predictor" -> {
          predictorLine = number;
          predictor(values);
        }
        case "returns" -> returns = (int) number(only(key, values), 1, 1 << 20, "entries");
        case "targets" -> targets = (int) number(only(key, values), 1, 1 << 24, "entries");
        default -> {
          List<String> keys = new ArrayList<>(List.of("name"));
          Arrays.stream(Part.values()).map(Part::key).forEach(keys::add);
          keys.addAll(List.of("predictor", "returns", "targets"));
          Arrays.stream(Penalty.values()).map(Penalty::key).forEach(keys::add);
          throw wrong(
              "'" + key + "' is no part of a memory system; there are " + String.join(", ", keys));
        }
      }
    }

    private String only(String key, String[] values) throws MemoryConfigException {
      if (values.length != 1) {
        throw wrong("'" + key + "' has one number, not " + values.length + " words");
      }
      return values[0];
    }

    private CacheShape cache(Part part, String[] values) throws MemoryConfigException {
      if (values.length < 3) {
        throw wrong("a cache needs bytes, ways and bytes of a line; write: l1d 32K 8 64");
      }
      long bytes = number(values[0], 1, 1L << 40, "bytes");
      int line = (int) number(values[2], 4, PAGE, "bytes of a line");
      if (bytes % line != 0 || bytes / line > MOST_LINES) {
        throw wrong(values[0] + " bytes are no whole number of lines up to " + MOST_LINES);
      }
      Replacement replacement = Replacement.LRU;
      boolean through = false;
      for (String word : Arrays.copyOfRange(values, 3, values.length)) {
        boolean writes = word.equals("write-back") || word.equals("write-through");
        if (writes && part == Part.L1D) {
          through = word.equals("write-through");
        } else if (writes) {
          throw wrong("only l1d can be " + word + "; leave it out");
        } else {
          replacement = replacement(word);
        }
      }
      return shape(
          (int) (bytes / line), ways(values[1], (int) (bytes / line)), line, replacement, through);
    }

    private CacheShape tlb(String[] values) throws MemoryConfigException {
      if (values.length < 2 || values.length > 3) {
        throw wrong("a TLB has entries and ways; write: dtlb 32 full");
      }
      int entries = (int) number(values[0], 1, MOST_LINES, "entries");
      Replacement replacement = values.length > 2 ? replacement(values[2]) : Replacement.LRU;
      return shape(entries, ways(values[1], entries), PAGE, replacement, false);
    }

    private CacheShape shape(
        int lines, int ways, int line, Replacement replacement, boolean through)
        throws MemoryConfigException {
      try {
        return new CacheShape(lines, ways, line, replacement, through);
      } catch (IllegalArgumentException e) {
        throw wrong(e.getMessage());
      }
    }

    private int ways(String word, int lines) throws MemoryConfigException {
      return word.equals("full") ? lines : (int) number(word, 1, MOST_LINES, "ways");
    }

    private Replacement replacement(String word) throws MemoryConfigException {
      return Replacement.of(word)
          .orElseThrow(
              () -> wrong("'" + word + "' is no replacement; there are lru, fifo, random, plru"));
    }

    private void predictor(String[] values) throws MemoryConfigException {
      String form =
          "a predictor is: static; bimodal COUNTERS; gshare COUNTERS BITS; not '"
              + String.join(" ", values)
              + "'";
      try {
        kind = PredictorShape.Kind.valueOf(values[0].toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw wrong(form);
      }
      if (values.length != 1 + kind.ordinal()) {
        throw wrong(form);
      }
      if (kind != PredictorShape.Kind.STATIC) {
        counters = (int) number(values[1], 1, MOST_LINES, "counters");
      }
      if (kind == PredictorShape.Kind.GSHARE) {
        history = (int) number(values[2], 1, 30, "bits");
      }
    }

    private PredictorShape predictor() throws MemoryConfigException {
      if (kind == null) {
        for (String key : List.of("returns", "targets")) {
          if (seen.containsKey(key)) {
            where = source + ": line " + seen.get(key) + ": ";
            throw wrong("'" + key + "' needs a predictor; add: predictor static");
          }
        }
        return null;
      }
      where = source + ": line " + (targets > 0 ? seen.get("targets") : predictorLine) + ": ";
      try {
        return new PredictorShape(kind, counters, history, returns, targets);
      } catch (IllegalArgumentException e) {
        throw wrong(e.getMessage());
      }
    }

    /** A whole number, also as {@code 32K} or {@code 2M}. */
    private long number(String word, long least, long most, String of)
        throws MemoryConfigException {
      int shift = word.endsWith("K") ? 10 : word.endsWith("M") ? 20 : 0;
      String digits = shift == 0 ? word : word.substring(0, word.length() - 1);
      long value = digits.matches("\\d{1,10}") ? Long.parseLong(digits) << shift : -1;
      if (value < least || value > most) {
        throw wrong(
            "'" + word + "' is no number of " + of + "; give one from " + least + " to " + most);
      }
      return value;
    }
  }
}
