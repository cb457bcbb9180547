package io.stallmark.report.cost;

import io.stallmark.analysis.cost.CostRow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.StringJoiner;

/** The lines of {@code cost.csv}. */
public final class CostCsv {

  public static final String FILE = "cost.csv";

  private static final double KB = 1000;
  private static final int SECOND_DIGITS = 9;
  private static final int DIGITS = 9;
  private static final MathContext PRECISION = new MathContext(6);

  private CostCsv() {}

  /** The first line. */
  public static String head() {
    StringJoiner head = new StringJoiner(",", "", "\n");
    head.add("start_s").add("end_s").add("source").add("transactions").add("statements");
    for (String per : new String[] {"", "_per_statement", "_per_transaction"}) {
      for (CostFigure figure : CostFigure.values()) {
        head.add(figure.column() + per);
      }
    }
    return head.add("logical_written_kb")
        .add("write_amplification")
        .add("generator_bound")
        .toString();
  }

  /** The line of a row. */
  public static String text(CostRow row) {
    StringJoiner text = new StringJoiner(",", "", "\n");
    text.add(seconds(row.start())).add(seconds(row.end())).add(row.source().word());
    text.add(Long.toString(row.transactions())).add(Long.toString(row.statements()));
    for (long events : new long[] {1, row.statements(), row.transactions()}) {
      for (CostFigure figure : CostFigure.values()) {
        Long count = row.used().counts().get(figure.resource());
        text.add(count == null || events == 0 ? "" : plain(figure.scaled(count) / events));
      }
    }
    OptionalLong written = row.logicalWrittenBytes();
    text.add(written.isPresent() ? plain(written.getAsLong() / KB) : "");
    OptionalDouble amplified = row.writeAmplification();
    text.add(amplified.isPresent() ? plain(amplified.getAsDouble()) : "");
    return text.add(row.generatorBound() ? "1" : "0").toString();
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, SECOND_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** Whole numbers and thousandths exactly, the others to six digits. */
  private static String plain(double number) {
    BigDecimal exact = BigDecimal.valueOf(number);
    BigDecimal shown = exact.scale() <= 3 ? exact : exact.round(PRECISION);
    return shown.setScale(DIGITS, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
  }
}
