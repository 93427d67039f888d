package bbt.reconstruct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No field of a walk's state is forgotten, whichever it is. */
final class WalkStateTest {
  private static List<Field> fields() {
    List<Field> all = new ArrayList<>();
    for (Field field : WalkState.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        all.add(field);
      }
    }
    return all;
  }

  private static Map<String, Object> values(WalkState state) throws IllegalAccessException {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Field field : fields()) {
      values.put(field.getName(), field.get(state));
    }
    return values;
  }

  /** One with another value than usual in each field, and no value twice. */
  private static WalkState unusual() throws IllegalAccessException {
    WalkState state = new WalkState();
    int number = 1;
    for (Field field : fields()) {
      number++;
      if (field.getType() == boolean.class) {
        field.set(state, !field.getBoolean(state));
      } else if (field.getType() == int.class) {
        field.set(state, number);
      } else {
        field.set(state, 0x1234_5678_9ABCL * number);
      }
    }
    return state;
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
    assertEquals(values(state), values(WalkState.read(in)));
    assertEquals(0, in.available());
  }
}
