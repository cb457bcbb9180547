package io.stallmark.spi;

/** A password. It never prints itself. */
public final class Secret {

  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  /** The password in the clear: for the driver, nothing else. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "***";
  }
}
