package bbt.reconstruct.step.shell;

import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** The stepper's colours, by what is shown. On a terminal without colours they vanish. */
final class Paint {
  static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
  static final AttributedStyle DIM = AttributedStyle.DEFAULT.faint();
  static final AttributedStyle BOLD = AttributedStyle.DEFAULT.bold();
  static final AttributedStyle COUNT = AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
  static final AttributedStyle ADDRESS = AttributedStyle.DEFAULT.foreground(AttributedStyle.BLUE);
  static final AttributedStyle KIND = AttributedStyle.DEFAULT.foreground(AttributedStyle.MAGENTA);
  static final AttributedStyle SYMBOL = AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
  static final AttributedStyle TAKEN = AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);
  static final AttributedStyle ERROR = AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
  static final AttributedStyle HERE = AttributedStyle.DEFAULT.inverse();

  private Paint() {}

  static AttributedStringBuilder line() {
    return new AttributedStringBuilder();
  }
}
