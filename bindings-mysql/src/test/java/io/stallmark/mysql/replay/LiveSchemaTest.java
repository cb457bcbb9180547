package io.stallmark.mysql.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LiveSchemaTest {

  private static String choice(String database, String request) {
    byte[] chosen = new LiveSchema(database).choice(request.getBytes(StandardCharsets.UTF_8), 1);
    return chosen == null ? "none" : new String(chosen, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "use shop, copy",
    "USE `a``b` ;, copy",
    "use mysql, mysql",
    "user, none",
    "use a; select 1, none"
  })
  void use_becomesAChoiceOfTheUrlsDatabase(String sql, String expected) {
    assertThat(choice("copy", "\3" + sql))
        .isEqualTo(expected.equals("none") ? "none" : "\2" + expected);
  }

  @Test
  void otherSchemaOfTheSession_isKept() {
    LiveSchema schema = new LiveSchema("copy");
    assertThat(schema.of("shop")).isEqualTo("copy");
    assertThat(schema.of("stats")).isEqualTo("stats");
    assertThat(schema.of("shop")).isEqualTo("copy");
  }

  @Test
  void sessionWithoutASchema_getsNone() {
    assertThat(new LiveSchema("copy").of("")).isEmpty();
  }
}
