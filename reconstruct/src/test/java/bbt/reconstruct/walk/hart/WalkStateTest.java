package bbt.reconstruct.walk.hart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No field of a walk's state, nor of its ledger of sideband, is forgotten, whichever it is. */
final class WalkStateTest {
  private static List<Field> fields(Class<?> type) {
    List<Field> all = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        field.setAccessible(true);
        all.add(field);
      }
    }
    return all;
  }

  private static Map<String, Object> values(Object state) throws IllegalAccessException {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Field field : fields(state.getClass())) {
      Object value = field.get(state);
      values.put(field.getName(), value instanceof SidebandLedger ledger ? values(ledger) : value);
    }
    return values;
  }

  private static SidebandLedger ledger(int booleans, byte longs) throws IOException {
    byte[] bytes = new byte[100];
    Arrays.fill(bytes, longs);
    bytes[0] = (byte) booleans; // numbered
    bytes[1] = (byte) booleans; // alone
    bytes[10] = (byte) booleans; // complete, behind a long
    return SidebandLedger.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  /** One with another value than usual in each field, and no value twice. */
  private static WalkState unusual() throws IllegalAccessException, IOException {
    WalkState state = new WalkState();
    int number = 1;
    for (Field field : fields(WalkState.class)) {
      number++;
      if (field.getType() == boolean.class) {
        field.set(state, !field.getBoolean(state));
      } else if (field.getType() == int.class) {
        field.set(state, number);
      } else if (field.getType() == SidebandLedger.class) {
        field.set(state, ledger(1, (byte) 0x55));
      } else if (field.getType() == HashJoint.class) {
        field.set(state, HashJoint.open(number, 1));
      } else {
        field.set(state, 0x1234_5678_9ABCL * number);
      }
    }
    return state;
  }

  @Test
  void theLedgerIsUnusualInAll() throws Exception {
    Map<String, Object> other = values(ledger(0, (byte) 0));
    values(ledger(1, (byte) 0x55))
        .forEach((name, value) -> assertNotEquals(other.get(name), value, name));
  }

  @Test
  void copiesHaveAll() throws Exception {
    WalkState state = unusual();
    Map<String, Object> values = values(state);
    Map<String, Object> fresh = values(new WalkState());
    values.forEach((name, value) -> assertNotEquals(fresh.get(name), value, name));
    WalkState copy = state.copy();
    assertEquals(values, values(copy));
    state.retired++;
    assertEquals(values, values(copy), "and stay what they are");
  }

  @Test
  void filesHaveAll() throws Exception {
    WalkState state = unusual();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    state.write(new DataOutputStream(bytes));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    Map<String, Object> written = values(state);
    Map<String, Object> fresh = values(new WalkState());
    for (Field field : fields(WalkState.class)) {
      if (Modifier.isTransient(field.getModifiers())) {
        written.put(field.getName(), fresh.get(field.getName()));
      }
    }
    assertEquals(written, values(WalkState.read(in)));
    assertEquals(0, in.available());
  }
}
