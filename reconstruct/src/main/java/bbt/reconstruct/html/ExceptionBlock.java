package bbt.reconstruct.html;

import bbt.reconstruct.page.Keys;
import bbt.reconstruct.profile.Distribution;
import bbt.reconstruct.profile.ExceptionCost;
import bbt.reconstruct.profile.Profile;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Writes the block {@code exceptions}: what each cause and each system call cost, with histograms.
 */
final class ExceptionBlock {
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);

  private ExceptionBlock() {}

  static ObjectNode of(Profile profile) {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    costs(block.putArray("causes"), profile.costs());
    costs(block.putArray("systemCalls"), profile.systemCalls());
    return block;
  }

  private static void costs(ArrayNode rows, List<ExceptionCost> costs) {
    for (ExceptionCost cost : costs) {
      ObjectNode row = rows.addObject();
      row.put("name", cost.name());
      row.put("key", Keys.of(cost.kind()));
      row.put("count", cost.count());
      row.put("unfinished", cost.unfinished());
      row.put("unfinishedInstructions", cost.unfinishedInstructions());
      row.put("cycles", cost.cycles()).put("inclusiveCycles", cost.inclusiveCycles());
      distribution(row.putObject("self"), cost.self());
      distribution(row.putObject("inclusive"), cost.inclusive());
    }
  }

  private static void distribution(ObjectNode node, Distribution d) {
    node.put("count", d.count());
    node.put("sum", d.sum());
    node.put("minimum", d.minimum());
    node.put("mean", d.mean());
    node.put("maximum", d.maximum());
    ArrayNode percentiles = node.putArray("percentiles");
    for (double p : PERCENTILES) {
      ArrayNode pair = percentiles.addArray();
      if (p == Math.rint(p)) {
        pair.add((long) p);
      } else {
        pair.add(p);
      }
      pair.add(d.percentile(p));
    }
    ArrayNode bars = node.putArray("bars");
    for (Distribution.Bar bar : d.bars()) {
      bars.addArray().add(bar.low()).add(bar.high()).add(bar.count());
    }
  }
}
