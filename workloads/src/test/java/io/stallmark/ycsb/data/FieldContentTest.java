package io.stallmark.ycsb.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.ycsb.data.FieldShape.Lengths;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldContentTest {

  private static final RecordKeys KEYS = new RecordKeys(true, 1);

  private final Args args =
      Args.of(
          new Op.Native("write", List.of(new Param("field", new Type.LongText(1000))), Map.of()));

  private String field(FieldContent content, int field) {
    content.write(field, args, 0);
    return new String(args.getText(0, 0), 0, args.getLength(0, 0), US_ASCII);
  }

  /** {@code CoreWorkload.buildDeterministicValue}. */
  private static String deterministic(String key, String field, int size) {
    StringBuilder text = new StringBuilder(key).append(':').append(field);
    while (text.length() < size) {
      text.append(':').append(text.toString().hashCode());
    }
    text.setLength(size);
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"100, 0", "100, 9", "1000, 3", "5, 0", "24, 1", "29, 7"})
  void withIntegrity_contentIsThatOfYcsb(int length, int field) {
    FieldContent content =
        new FieldContent(new FieldShape(10, length, Lengths.CONSTANT), true, KEYS, 1);
    for (long number = 0; number < 500; number++) {
      content.turnTo(number);
      assertThat(field(content, field))
          .isEqualTo(deterministic(KEYS.text(number), "field" + field, length));
    }
  }

  @Test
  void randomContent_has96Bytes_from32To127() {
    FieldContent content =
        new FieldContent(new FieldShape(1, 600, Lengths.CONSTANT), false, KEYS, 1);
    TreeSet<Integer> seen = new TreeSet<>();
    for (int number = 0; number < 100; number++) {
      content.turnTo(number);
      field(content, 0).chars().forEach(seen::add);
    }
    assertThat(seen).hasSize(96).first().isEqualTo(32);
    assertThat(seen.last()).isEqualTo(127);
  }

  @Test
  void randomContent_followsFromSeedAndNumber() {
    FieldShape shape = new FieldShape(2, 100, Lengths.CONSTANT);
    FieldContent content = new FieldContent(shape, false, KEYS, 1);
    content.turnTo(7);
    String first = field(content, 0);
    String second = field(content, 1);
    content.turnTo(8);
    String other = field(content, 0);
    FieldContent again = new FieldContent(shape, false, KEYS, 1);
    again.turnTo(7);
    assertThat(field(again, 0)).isEqualTo(first).isNotEqualTo(second).isNotEqualTo(other);
    FieldContent otherSeed = new FieldContent(shape, false, KEYS, 2);
    otherSeed.turnTo(7);
    assertThat(field(otherSeed, 0)).isNotEqualTo(first);
  }

  /** Means of the lengths 1 to 100: 50.5, and for Zipf 100 / 5.26. */
  @ParameterizedTest
  @CsvSource({"CONSTANT, 100, 100", "UNIFORM, 49.5, 51.5", "ZIPFIAN, 16, 22"})
  void lengths_followTheirDistribution(Lengths lengths, double least, double most) {
    FieldContent content = new FieldContent(new FieldShape(1, 100, lengths), false, KEYS, 1);
    long sum = 0;
    int shortest = 100;
    for (int number = 0; number < 20_000; number++) {
      content.turnTo(number);
      int length = field(content, 0).length();
      assertThat(length).isBetween(1, 100);
      sum += length;
      shortest = Math.min(shortest, length);
    }
    assertThat(sum / 20_000.0).isBetween(least, most);
    assertThat(shortest).isEqualTo(lengths == Lengths.CONSTANT ? 100 : 1);
  }
}
