package bbt.ptg.riscv;

/**
 * Which 16-bit encodings are reserved in RV64C with F and D, written from the instruction listing
 * of the unprivileged specification (chapter "C", tables of quadrants 0 to 2), not from the table.
 */
final class CompressedSpec {
  private CompressedSpec() {}

  static boolean reserved(int half) {
    int funct3 = half >>> 13;
    int rd = half >>> 7 & 31;
    int rs2 = half >>> 2 & 31;
    int immediate = half >>> 7 & 0x20 | rs2;
    return switch (half & 3) {
      case 0 -> funct3 == 4 || (funct3 == 0 && (half & 0x1FE0) == 0);
      case 1 ->
          switch (funct3) {
            case 1 -> rd == 0;
            case 3 -> immediate == 0;
            case 4 -> (half >>> 10 & 7) == 7 && (half >>> 6 & 1) == 1;
            default -> false;
          };
      default ->
          switch (funct3) {
            case 2, 3 -> rd == 0;
            case 4 -> half == 0x8002;
            default -> false;
          };
    };
  }
}
