package bbt.translator.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The intermediate representation as text, for {@code -d ir}. */
public final class IrPrinter {
  private IrPrinter() {}

  /** A whole region, one operation per line. */
  public static String print(IrRegion region) {
    StringBuilder out = new StringBuilder();
    for (IrNode node : region.nodes()) {
      out.append("node %d @%s (%d)%n".formatted(node.index(), address(node.pc()), node.count()));
      for (Op op : node.ops()) {
        out.append("  ").append(op(op)).append(System.lineSeparator());
      }
      out.append("  ").append(terminator(node.terminator())).append(System.lineSeparator());
    }
    return out.toString();
  }

  static String op(Op op) {
    return switch (op) {
      case Op.Write(Register register, Value value) -> register + " = " + value(value);
      case Op.SetTemp(int index, Value value) -> "t" + index + " = " + value(value);
      case Op.Evaluate(Value value) -> value(value);
      case Op.Store(var kind, Value address, Value value, int site) ->
          "store" + 8 * kind.bytes + "[" + value(address) + "] = " + value(value) + at(site);
      case Op.Call(Helper helper, var arguments, int site) -> call(helper, arguments) + at(site);
      case Op.Require(Guard guard, int site) -> guard.check() + at(site);
      case Op.SetMark(Mark mark) -> mark.field() + " = " + mark.value();
    };
  }

  private static String terminator(Terminator terminator) {
    return switch (terminator) {
      case Terminator.Branch(Value condition, Edge taken, Edge notTaken) ->
          "if " + value(condition) + " then " + edge(taken) + " else " + edge(notTaken);
      case Terminator.Jump(Edge edge) -> edge(edge);
      case Terminator.Indirect(Value target, var records, var returns) ->
          returns.stream()
                  .map(e -> "if " + address(e.pc()) + " " + edge(e) + " else ")
                  .collect(Collectors.joining())
              + records(records)
              + "goto "
              + value(target);
    };
  }

  private static String edge(Edge edge) {
    String target =
        edge.isExit()
            ? "exit " + address(edge.pc())
            : (edge.back() ? "back to " : "goto ") + edge.target();
    return records(edge.records()) + target;
  }

  private static String records(List<RecordOp> records) {
    List<String> text = new ArrayList<>();
    for (RecordOp op : records) {
      text.add(
          switch (op) {
            case RecordOp.NodeStep(int node, boolean taken) ->
                "step " + node + (taken ? " taken" : "");
            case RecordOp.PathAdd(int amount) -> "path += " + amount;
            case RecordOp.PathEnd(int amount) -> "record path + " + amount;
            case RecordOp.PathRound(int amount, int start, int radix, int room) ->
                "path += %d; %d <= path < %<d + %d ? path = (path - %2$d + 1) * %d + %2$d : record"
                    .formatted(amount, start, room, radix);
            case RecordOp.PathStart(int number) -> "path = " + number;
          });
    }
    return text.isEmpty() ? "" : "{" + String.join("; ", text) + "} ";
  }

  private static String address(long offset) {
    return offset < 0 ? "page-" + Long.toHexString(-offset) : "page+" + Long.toHexString(offset);
  }

  /** A value as an expression. */
  public static String value(Value value) {
    return switch (value) {
      case null -> "-";
      case Value.Const(long number) ->
          number >= -4096 && number <= 4096
              ? Long.toString(number)
              : "0x" + Long.toHexString(number);
      case Value.Address(long offset) -> address(offset);
      case Value.Read(Register register) -> register.toString();
      case Value.Temp(int index) -> "t" + index;
      case Value.Unary(var op, Value a) -> call(op.name(), a);
      case Value.Binary(var op, Value a, Value b) -> call(op.name(), a, b);
      case Value.Select(Value c, Value a, Value b) -> call("select", c, a, b);
      case Value.PureCall(var function, Value a, Value b) -> call(function.name(), a, b);
      case Value.FloatCall(var op, var format, int rounding, _, Value a, Value b, Value c, _) ->
          call("f" + op + "." + format + "." + rounding, a, b, c);
      case Value.Load(var kind, Value address, int site) ->
          "load" + kind + "[" + value(address) + "]" + at(site);
      case Value.LoadReserved(var kind, Value address, int site) ->
          "lr" + kind + "[" + value(address) + "]" + at(site);
      case Value.StoreConditional(var kind, Value address, Value v, int site) ->
          call("sc" + kind, address, v) + at(site);
      case Value.AmoCall(var op, var kind, Value address, Value v, int site) ->
          call("amo" + op + kind, address, v) + at(site);
      case Value.Call(Helper helper, var arguments, int site) -> call(helper, arguments) + at(site);
      case Value.FunctionCall(StateFunction function, Value a, Value b, Value c, int constant) ->
          call(function.name() + "." + constant, a, b, c);
    };
  }

  private static String call(Helper helper, List<Value> arguments) {
    return helper.name()
        + (helper.selector() == null ? "" : " " + helper.selector())
        + arguments.stream().map(IrPrinter::value).collect(Collectors.joining(", ", "(", ")"));
  }

  private static String call(String name, Value... operands) {
    List<String> text = new ArrayList<>();
    for (Value operand : operands) {
      if (operand != null) {
        text.add(value(operand));
      }
    }
    return name.toLowerCase(Locale.ROOT) + "(" + String.join(", ", text) + ")";
  }

  private static String at(int site) {
    return " @" + site;
  }
}
