package bbt.reconstruct.profile.count;

import bbt.reconstruct.walk.Reconstruction;

/**
 * Switches the counting of blocks on and off with the profile's counting.
 *
 * @param walk whose walkers count
 */
public record BlockGate(Reconstruction walk) implements Profiler.Gate {
  @Override
  public void on(int hart, boolean selected) {
    walk.walker(hart).counting(selected);
  }

  @Override
  public void window(int hart, long from, long to) {
    walk.walker(hart).countBetween(from, to);
  }

  @Override
  public void program(int hart, int number) {
    walk.walker(hart).countFor(number);
  }
}
