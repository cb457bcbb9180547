package io.stallmark.pgbench.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.data.Rng;
import io.stallmark.spec.SpecException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExpressionsTest {

  private static final Map<String, String> GIVEN =
      Map.ofEntries(
          Map.entry("default_seed", "7"),
          Map.entry("i", "41"),
          Map.entry("d", "2.5"),
          Map.entry("b", "true"),
          Map.entry("n", "null"),
          Map.entry("e", "1e3"),
          Map.entry("big", "9223372036854775807"),
          Map.entry("word", "hello"),
          Map.entry("neg", "-7"),
          Map.entry("plus", "+7"),
          Map.entry("yes", "yes"),
          Map.entry("off", "of"),
          Map.entry("tru", "tru"),
          Map.entry("T", "T"),
          Map.entry("client_id", "0"),
          Map.entry("scale", "1"));

  private static ScriptValue value(String expression, Rng rng)
      throws SpecException, EvaluationException {
    Variables variables = new Variables();
    GIVEN.forEach((name, text) -> variables.get(name).set(text));
    ScriptValue value = new ScriptValue();
    ExpressionParser.parse(expression, variables, rng).evaluate(value);
    return value;
  }

  private static String result(String expression) {
    try {
      return value(expression, Rng.of(1, 1)).describe();
    } catch (SpecException | EvaluationException e) {
      return "error";
    }
  }

  /** The file has the results of pgbench itself. */
  @Test
  void everyExpression_hasTheResultOfPgbench() throws Exception {
    List<String> lines;
    try (InputStream file =
        Objects.requireNonNull(
            ExpressionsTest.class.getResourceAsStream("/io/stallmark/pgbench/expressions.txt"))) {
      lines = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).toList();
    }
    assertThat(lines).hasSizeGreaterThan(300);
    assertThat(
            lines.stream()
                .map(line -> line.substring(0, line.lastIndexOf(" => ")))
                // pgbench has parsed it as the argument of debug
                .map(expression -> expression + " => " + result("debug(" + expression + ")")))
        .isEqualTo(lines);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          1 +                       | syntax error at the end of the line
          1 2                       | syntax error at '2'
          2 ^ 3                     | unexpected character '^'
          sqr(2)                    | there is no function sqr: did you mean sqrt?
          random(1)                 | random takes 2 arguments, not 1
          abs(1, 2)                 | abs takes 1 argument, not 2
          least()                   | least takes 1 or more arguments, not 0
          aid + 1                   | 'aid' is neither a :variable nor a function
          9223372036854775808       | the integer 9223372036854775808 has more than 64 bits
          """)
  void badSyntax_isNamed(String expression, String message) {
    assertThatThrownBy(() -> value(expression, Rng.of(1, 1)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          1 / 0                     | division by zero
          :big + 1                  | the result is out of the range of 64 bits
          int(1e19)                 | the double 1e+19 is no integer of 64 bits
          1 and true                | a value of type int is no boolean
          :word + 1                 | the variable word has the text 'hello', no number
          :nosuch                   | the variable nosuch is not set
          random(2, 1)              | random has the empty range 2 to 1
          random_zipfian(1, 9, 1)   | must be within 1.001 and 1000, not 1
          random_gaussian(1, 9, 1)  | must be at least 2, not 1
          permute(1, 0)             | the size of permute must be above 0, not 0
          """)
  void valueThatThereIsNot_isNamed(String expression, String message) {
    assertThatThrownBy(() -> value(expression, Rng.of(1, 1)))
        .isInstanceOf(EvaluationException.class)
        .hasMessageContaining(message);
  }

  /**
   * Shares of each number in 500,000 draws of pgbench 15, in percent. A parameter near 1 rejects
   * most of what it draws.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          random(1, 5)                  | 200000 | 20.07 19.90 19.96 20.01 20.06
          random_zipfian(1, 5, 1.5)     | 200000 | 56.88 20.05 10.90 7.07 5.10
          random_zipfian(1, 5, 1.001)   |  10000 | 43.79 21.88 14.61 10.99 8.73
          random_exponential(1, 5, 2.5) | 200000 | 42.84 25.96 15.76 9.55 5.89
          random_gaussian(1, 5, 2.5)    | 200000 | 6.15 24.45 38.72 24.57 6.10
          """)
  void randomNumbers_haveTheSharesOfPgbench(String expression, int draws, String shares)
      throws Exception {
    double[] counts = new double[5];
    Rng rng = Rng.of(3, 3);
    ScriptValue value = new ScriptValue();
    Expression parsed = ExpressionParser.parse(expression, new Variables(), rng);
    double offset = 0.5 * Math.sqrt(200_000.0 / draws); // 4.5 standard deviations
    for (int i = 0; i < draws; i++) {
      parsed.evaluate(value);
      counts[(int) value.toInteger() - 1]++;
    }
    String[] due = shares.split(" ");
    for (int i = 0; i < counts.length; i++) {
      assertThat(counts[i] * 100 / draws)
          .as("share of %d", i + 1)
          .isCloseTo(Double.parseDouble(due[i]), Offset.offset(offset));
    }
  }

  @Test
  void permutation_hasEachNumberOnce() throws Exception {
    for (long size : new long[] {1, 2, 3, 64, 1000, 1025}) {
      Permutation permutation = new Permutation();
      assertThat(LongStream.range(0, size).map(i -> permutation.of(i, size, 4)))
          .doesNotHaveDuplicates()
          .allMatch(place -> place >= 0 && place < size);
    }
  }
}
