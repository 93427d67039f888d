package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceHeader;
import bbt.translator.trace.TraceScope.Filter;
import bbt.translator.trace.TraceScope.Place;
import bbt.translator.trace.TraceScope.Trigger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceScopeTest {
  @Test
  void aFilterIsWhatItsConditionsSay() {
    assertEquals(
        new Filter(
            false,
            "a b=c",
            7,
            3,
            List.of(new Place.Range(0x1000, 0x2000), new Place.Function("f:g"))),
        Filter.parse("user,task=a b=c,pid=7,space=3,range=1000-0x2000,symbol=f:g"));
  }

  @Test
  void aTriggerIsWhatItsTextSays() {
    assertEquals(new Trigger.Count(1_000_000), Trigger.parse("insns=1000000"));
    assertEquals(new Trigger.Time(15_000_000), Trigger.parse("time=1.5s"));
    assertEquals(new Trigger.Time(12_345), Trigger.parse("time=1.2345ms"));
    assertEquals(new Trigger.Time(1), Trigger.parse("time=0.001us"));
    assertEquals(new Trigger.Console("a=b: c"), Trigger.parse("console=a=b: c"));
    assertEquals(new Trigger.Mark(2047), Trigger.parse("mark=2047"));
    assertEquals(new Trigger.Hand(), Trigger.parse("hand"));
    assertEquals(new Trigger.Program(""), Trigger.parse("exec"));
    assertEquals(new Trigger.Program("a=b"), Trigger.parse("exec=a=b"));
    assertEquals(new Trigger.Resumed(1), Trigger.parse("pid=1"));
    assertEquals(new Trigger.Reached(new Place.Function("f"), 0), Trigger.parse("symbol=f"));
    assertEquals(new Trigger.Reached(new Place.Function("f"), 12), Trigger.parse("symbol=f:12"));
    assertEquals(
        new Trigger.Reached(new Place.Range(-4096, -4095), 2),
        Trigger.parse("pc=0xfffffffffffff000:2"));
    assertEquals(new Trigger.Reached(new Place.Function("a::b"), 0), Trigger.parse("symbol=a::b"));
  }

  @Test
  void aRangeMayEndWithTheAddresses() {
    Place.Range last = (Place.Range) Filter.parse("range=fffffffffffff000-0").places().getFirst();
    assertTrue(last.has(-1) && last.has(-4096) && !last.has(-4097) && !last.has(0));
    Place.Range across =
        (Place.Range) Filter.parse("range=1000-8000000000000000").places().getFirst();
    assertTrue(across.has(0x1000) && across.has(Long.MAX_VALUE) && !across.has(Long.MIN_VALUE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "kernal",
        "kernel=1",
        "kernel,",
        "kernel,user",
        "kernel,kernel",
        "task",
        "task=",
        "pid=x",
        "pid=-1",
        "pid=4294967296",
        "space=+1",
        "range=1000",
        "range=1000-1000",
        "range=2000-1000",
        "range=x-y",
        "range=-1000",
        "symbol=",
        "pid=1,pid=2",
        "insns=5"
      })
  void whatIsNoFilterIsRefusedInOneLine(String text) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Filter.parse(text)).getMessage();
    assertTrue(message.startsWith("'") && !message.contains("\n"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "insns", "insns=", "insns=-1", "insns=1e6", "insns=9223372036854775808", "symbol=",
        "symbol=f:0", "pc=", "pc=xyz", "pc=1:0", "pc=1:99999999999999999999", "range=1-2", "kernel",
        "time=", "time=5", "time=5h", "time=-5s", "time=1e3s", "time=9999999999s", "console=",
        "console=a\nb", "mark=", "mark=-1", "mark=2048", "mark=x", "hand=", "hand=1"
      })
  void whatIsNoTriggerIsRefusedInOneLine(String text) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Trigger.parse(text)).getMessage();
    assertTrue(message.startsWith("'") && !message.contains("\n"), message);
  }

  @Test
  void aHeaderKeepsIt() {
    TraceScope scope =
        new TraceScope(
            List.of(Filter.parse("kernel,range=0x10-0x20"), Filter.parse("task=sh,symbol=main")),
            List.of(Trigger.parse("pc=0xffffffff80000000:3"), Trigger.parse("insns=7")),
            List.of(
                Trigger.parse("symbol=panic"),
                Trigger.parse("time=999999999.9999999s"),
                Trigger.parse("console= a,b=c:4 "),
                Trigger.parse("mark=0"),
                Trigger.parse("hand")));
    TreeMap<String, String> facts = new TreeMap<>();
    scope.tell(facts);
    assertEquals(scope, TraceScope.of(new TraceHeader(facts)));
    assertEquals(TraceScope.ALL, TraceScope.of(new TraceHeader(new TreeMap<>())));
  }

  @Test
  void tooManyPlacesAreRefused() {
    List<Filter> filters = new ArrayList<>();
    for (int i = 0; i < 62; i++) {
      filters.add(Filter.parse("symbol=f" + i));
    }
    TraceScope most = new TraceScope(filters, List.of(), List.of());
    assertEquals(62, most.filters().size());
    List<Trigger> one = Collections.singletonList(Trigger.parse("symbol=g"));
    assertThrows(IllegalArgumentException.class, () -> new TraceScope(filters, one, List.of()));
  }
}
