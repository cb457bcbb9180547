package io.stallmark.spi;

/** A password that {@link #toString} does not reveal. */
public final class Secret {

  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  /** Returns the password in clear text. Only for passing it to a driver. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "***";
  }
}
