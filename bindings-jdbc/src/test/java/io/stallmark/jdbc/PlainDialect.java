package io.stallmark.jdbc;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.spi.Target;
import io.stallmark.text.RefusedException;
import java.util.List;

/** A dialect that overrides nothing it need not. */
class PlainDialect extends SqlDialect {

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public List<String> prefixes() {
    return List.of("plain:");
  }

  @Override
  public String summary() {
    return "for tests of texts";
  }

  @Override
  protected ConnectionSource connector(Target target) {
    throw new RefusedException("Nothing to connect to");
  }
}
