package bbt.ptg.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DemanglerTest {
  /** Pieces that names are made of: a random string of letters is refused at its first. */
  private static final List<String> PIECES =
      List.of(
          "_Z",
          "N",
          "E",
          "I",
          "J",
          "X",
          "S_",
          "S0_",
          "S1_",
          "T_",
          "T0_",
          "1a",
          "2bc",
          "St",
          "Ss",
          "K",
          "P",
          "R",
          "O",
          "F",
          "A3_",
          "M",
          "i",
          "v",
          "C1",
          "D0",
          "cv",
          "Dp",
          "DT",
          "Dv2_",
          "Ul",
          "Ut_",
          "Z",
          "_",
          "L",
          "Li1E",
          "sr",
          "cl",
          "pl",
          "ad",
          "fp_",
          "B1t",
          "TV",
          "GR",
          "Tv0_n8_",
          "_R",
          "Nv",
          "C",
          "B_",
          "B3_",
          "M_",
          "Xs_",
          "RL_",
          "Q",
          "D",
          "L_",
          "G_",
          "p",
          "u3a_b",
          "s_",
          "h",
          "Kj1_",
          ".cold",
          " [m]",
          "@plt",
          "17h0123456789abcdefE",
          "$LT$",
          "..",
          "\u00fc");

  private static List<String[]> table() throws IOException {
    try (InputStream in = DemanglerTest.class.getResourceAsStream("names.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .toList();
    }
  }

  /** Names of the ABI's document and of what GCC and rustc write. */
  @TestFactory
  Stream<DynamicTest> names() throws IOException {
    return table().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each[0], () -> assertEquals(each[1], Demangler.demangle(each[0]))));
  }

  private static void brief(String mangled, String brief) {
    assertEquals(brief, Demangler.brief(mangled));
  }

  @Test
  void briefNamesHaveNeitherParametersNorResult() {
    brief("_ZN2ns1fEi", "ns::f");
    brief("_ZNK1A1fIiEEPFvT_Ec", "A::f<int>");
    brief("_ZNK1AclEi", "A::operator()");
    brief("_ZN2ns1fEi.cold", "ns::f [clone .cold]");
    brief("_ZZ1fiENKUlcE_clEc", "f(int)::{lambda(char)#1}::operator()");
    brief("_ZThn8_N1B1fEv", "non-virtual thunk to B::f()");
    brief("_RNvC6_123foo3bar", "123foo::bar");
    brief("memcpy", "memcpy");
  }

  private static void whole(String name, String text) {
    assertEquals(text, Demangler.demangle(name));
  }

  @Test
  void whatFollowsANameStays() {
    whole("_ZN2ns1fEi@plt", "ns::f(int)@plt");
    whole("_ZN2ns1fEi@@VERSION_1", "ns::f(int)@@VERSION_1");
    whole("_RNvC3foo3bar [foo]", "foo::bar [foo]");
    whole("_RNvC3foo3bar.cold", "foo::bar [clone .cold]");
    whole("_RNvC3foo3bar.llvm.12AB", "foo::bar");
  }

  @Test
  void emptyPacksLeaveNoCommas() {
    whole("_Z1fIJEJiEEvDpT_DpT0_", "void f<int>(int)");
    whole("_Z1fIJEEviDpT_c", "void f<>(int, char)");
  }

  @Test
  void otherNamesAreTheirOwn() {
    for (String name :
        List.of(
            "",
            "_",
            "_Z",
            "_R",
            "main",
            "_Zq",
            "_ZN",
            "_Z1f_",
            "_RNvC",
            "_Region",
            "_ZN4core3fmt5write17h0123456789abcdeE",
            "_Z1fS5_",
            "_Z1fT_",
            "_RB_",
            "_Z99999f",
            "_Z1f.cold",
            "_Z1fv.Cold",
            "_RNvC3foo3bar-")) {
      whole(name, name);
    }
  }

  private static void bomb(String name) {
    assertTimeoutPreemptively(Duration.ofSeconds(120), () -> whole(name, name));
  }

  /**
   * A few hundred characters may stand for more than any memory holds, or for a way without end.
   */
  @Test
  void namesThatStandForMuchStayMangled() {
    StringBuilder doubled = new StringBuilder("_Z1fIiE");
    doubled.append("v1aIiiE");
    for (int i = 1; i < 30; i++) {
      String last = "S" + Integer.toString(2 * i - 1, 36).toUpperCase() + "_";
      doubled.append("1bI").append(last).append(last).append('E');
    }
    bomb(doubled.toString());
    bomb("_Z1f" + "P".repeat(100_000) + "i");
    bomb("_Z1f" + "N1a".repeat(100_000) + "E");
    bomb("_Z1f" + "1aI".repeat(100_000));
    bomb("_Z1f1000" + "a".repeat(1000) + "S_".repeat(100));
    bomb("_Z1fIT_EvT_");
    bomb("_Z1fIJT_EEvDpT_");
    bomb("_RNvC1a" + "1".repeat(1000));
    bomb("_RIC1a" + "T".repeat(100_000) + "E");
    bomb("_RIC1a" + "TB6_".repeat(60) + "E".repeat(60) + "E");
    bomb("_RIC1aFGzzzz_EuE");
  }

  @Provide
  Arbitrary<String> mangled() {
    return Combinators.combine(
            Arbitraries.of("_Z", "_ZN", "_Z1fI", "_Z1f", "_R", "_RI", "_ZN1a"),
            Arbitraries.of(PIECES).list().ofMaxSize(40))
        .as((prefix, pieces) -> prefix + String.join("", pieces));
  }

  @Property(tries = 20_000)
  void anyNameHasAText(@ForAll("mangled") String name) {
    String text = Demangler.demangle(name);
    assertTrue(text.length() <= Demangler.LONGEST + 2 * name.length(), name);
    assertEquals(text, Demangler.demangle(name));
    assertTrue(Demangler.brief(name) != null, name);
  }

  /** Real names with a part taken out, doubled or put elsewhere. */
  @Property(tries = 20_000)
  void anyDamagedNameHasAText(@ForAll int which, @ForAll int from, @ForAll int to, @ForAll int at)
      throws IOException {
    List<String[]> all = table();
    String name = all.get(Math.floorMod(which, all.size()))[0];
    int start = Math.floorMod(from, name.length());
    int end = start + Math.floorMod(to, name.length() - start + 1);
    int place = Math.floorMod(at, name.length());
    anyNameHasAText(name.substring(0, start) + name.substring(end));
    anyNameHasAText(name.substring(0, place) + name.substring(start, end) + name.substring(place));
  }
}
