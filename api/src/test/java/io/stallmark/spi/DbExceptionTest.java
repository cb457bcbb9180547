package io.stallmark.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DbExceptionTest {

  @Test
  void messageOfSeveralLines_isOneLine() {
    DbException error =
        new DbException(DbException.Kind.FATAL, "1", " first \r\n\tsecond\nthird\n", null);
    assertThat(error).hasMessage("first second third");
  }
}
