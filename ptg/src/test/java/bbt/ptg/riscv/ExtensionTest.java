package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtensionTest {
  /** Order of single letters in isa strings, as far as they matter here. */
  private static final String LETTERS = "iemafdqlcbkjtpvh";

  /** A row of another extension than its mnemonic has would be announced wrongly. */
  @Test
  void rowsAreOfTheirExtension() {
    Set<Insn> zba = Extension.ZBA.instructions();
    assertTrue(zba.contains(Insn.SH2ADD) && zba.contains(Insn.ADD_UW) && !zba.contains(Insn.ADD));
    for (Insn insn : Insn.values()) {
      assertEquals(insn.mnemonic().startsWith("c."), insn.extension() == Extension.C);
      assertEquals(insn.mnemonic().startsWith("csr"), insn.extension() == Extension.ZICSR);
    }
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
