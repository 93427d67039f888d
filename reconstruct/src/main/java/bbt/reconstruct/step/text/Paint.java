package bbt.reconstruct.step.text;

import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** The stepper's colours, by what is shown. On a terminal without colours they vanish. */
public final class Paint {
  public static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;
  public static final AttributedStyle DIM = AttributedStyle.DEFAULT.faint();
  public static final AttributedStyle BOLD = AttributedStyle.DEFAULT.bold();
  public static final AttributedStyle COUNT =
      AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
  public static final AttributedStyle ADDRESS =
      AttributedStyle.DEFAULT.foreground(AttributedStyle.BLUE);
  static final AttributedStyle KIND = AttributedStyle.DEFAULT.foreground(AttributedStyle.MAGENTA);
  public static final AttributedStyle SYMBOL =
      AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
  public static final AttributedStyle TAKEN =
      AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);
  public static final AttributedStyle ERROR =
      AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
  public static final AttributedStyle HERE = AttributedStyle.DEFAULT.inverse();

  private Paint() {}

  public static AttributedStringBuilder line() {
    return new AttributedStringBuilder();
  }
}
