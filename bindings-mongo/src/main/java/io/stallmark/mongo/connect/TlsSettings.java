package io.stallmark.mongo.connect;

import com.mongodb.ConnectionString;
import com.mongodb.connection.SslSettings;
import io.stallmark.spi.Tls;
import io.stallmark.spi.wire.ServerEncryption;
import io.stallmark.text.RefusedException;

/** Converts the TLS options to the driver's settings. */
final class TlsSettings {

  private TlsSettings() {}

  /**
   * @throws RefusedException when options and URL contradict each other, or the file is not a PEM
   *     file
   */
  static void apply(Tls tls, ConnectionString url, SslSettings.Builder settings) {
    boolean wanted =
        tls.mode() == Tls.Mode.REQUIRED || tls.mode() == Tls.Mode.VERIFY || tls.ca() != null;
    Boolean said = url.getSslEnabled();
    if (wanted && Boolean.FALSE.equals(said)) {
      throw new RefusedException("The URL disables TLS, but the options enable it");
    }
    if (tls.mode() == Tls.Mode.OFF) {
      if (Boolean.TRUE.equals(said) && !url.isSrvProtocol()) {
        throw new RefusedException("The URL enables TLS, but the options disable it");
      }
      settings.enabled(false);
    } else if (wanted) {
      settings.enabled(true);
      boolean required = tls.mode() == Tls.Mode.REQUIRED;
      if (required) {
        settings.invalidHostNameAllowed(true);
      }
      ServerEncryption encryption = tls.encryption();
      if (encryption != null && (required || tls.ca() != null)) {
        settings.context(encryption.context());
      }
    }
  }
}
