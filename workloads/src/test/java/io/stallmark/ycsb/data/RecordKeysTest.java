package io.stallmark.ycsb.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordKeysTest {

  /** Keys of YCSB's core 0.17.0. */
  @ParameterizedTest
  @CsvSource({
    "0, user6284781860667377211",
    "1, user8517097267634966620",
    "2, user1820151046732198393",
    "999, user2071219101098386137",
    "1000, user5952875239596136740",
    "999999, user2744965632448235251",
    "1000000, user1011632231655643464",
    "4294967296, user634246865027890484"
  })
  void hashedKeys_areThoseOfYcsb(long number, String key) {
    assertThat(new RecordKeys(true, 1).text(number)).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, user0", "42, 1, user42", "42, 8, user00000042", "1000, 2, user1000"})
  void orderedKeys_haveTheNumber_filledUpWithZeros(long number, int digits, String key) {
    assertThat(new RecordKeys(false, digits).text(number)).isEqualTo(key);
  }

  @Test
  void keys_canHaveMoreDigitsThanNumbers() {
    String key = new RecordKeys(true, 250).text(0);
    assertThat(key).hasSize(254).startsWith("user000").endsWith("06284781860667377211");
  }
}
