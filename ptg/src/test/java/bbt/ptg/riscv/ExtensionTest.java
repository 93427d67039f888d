package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtensionTest {
  /** Order of single letters in isa strings, as far as they matter here. */
  private static final String LETTERS = "iemafdqlcbkjtpvh";

  /** An instruction that no extension has would be supported without being announced. */
  @ParameterizedTest
  @EnumSource(Insn.class)
  void everyRowBelongsToOneExtension(Insn insn) {
    List<Extension> owners = new ArrayList<>();
    for (Extension e : Extension.values()) {
      if (e.instructions().contains(insn)) {
        owners.add(e);
      }
    }
    assertEquals(1, owners.size(), () -> insn + " belongs to " + owners);
  }

  /**
   * Single letters first; then z, ordered by the letter of the category after it; then s; names of
   * a group by alphabet.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesAreInCanonicalOrder(boolean svade) {
    Comparator<String> canonical =
        Comparator.comparingInt(
                (String name) ->
                    name.length() == 1
                        ? LETTERS.indexOf(name)
                        : name.startsWith("z") ? 100 + LETTERS.indexOf(name.charAt(1)) : 200)
            .thenComparing(Comparator.naturalOrder());
    List<String> names = Extension.announcedNames(svade);
    assertEquals(names.stream().sorted(canonical).toList(), names);
    assertEquals(names.size(), names.stream().distinct().count());
  }

  @Test
  void oneWayOfUpdatingPageTablesIsAnnounced() {
    assertTrue(Extension.isaString(false).contains("_svadu"));
    assertFalse(Extension.isaString(false).contains("_svade"));
    assertTrue(Extension.isaString(true).contains("_svade"));
    assertFalse(Extension.isaString(true).contains("_svadu"));
  }

  @Test
  void isaStringJoinsWords() {
    assertTrue(Extension.isaString(false).startsWith("rv64imafdcb_zic64b_zicbom_"));
  }
}
