package io.stallmark.spi.workload;

import io.stallmark.spi.Session;
import java.util.List;
import java.util.Optional;

/** Verification of data that cannot be verified. */
record NoVerification(String why) implements Verification {

  @Override
  public long rows() {
    return 0;
  }

  @Override
  public Loader checker(Session session, Slice slice) {
    return () -> 0;
  }

  @Override
  public List<String> findings() {
    return List.of();
  }

  @Override
  public Optional<String> refusal() {
    return Optional.of(why);
  }

  @Override
  public List<String> proven() {
    return List.of();
  }
}
