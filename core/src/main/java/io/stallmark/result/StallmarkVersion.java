package io.stallmark.result;

import io.stallmark.text.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version of Stallmark and of Java. */
public final class StallmarkVersion {

  private StallmarkVersion() {}

  public static String stallmark() {
    Properties properties = new Properties();
    try (InputStream in = StallmarkVersion.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }

  public static String java() {
    return Text.format(
        "%s (%s, %s)",
        System.getProperty("java.runtime.version", ""),
        System.getProperty("java.vm.name", ""),
        System.getProperty("java.vendor", ""));
  }
}
