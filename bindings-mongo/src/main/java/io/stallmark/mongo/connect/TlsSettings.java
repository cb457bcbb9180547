package io.stallmark.mongo.connect;

import com.mongodb.ConnectionString;
import com.mongodb.connection.SslSettings;
import io.stallmark.spi.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Converts the TLS options to the driver's settings. */
final class TlsSettings {

  private TlsSettings() {}

  /**
   * @throws IllegalArgumentException when options and URL contradict each other, or the file is not
   *     a PEM file
   */
  static void apply(Tls tls, ConnectionString url, SslSettings.Builder settings) {
    boolean wanted =
        tls.mode() == Tls.Mode.REQUIRED || tls.mode() == Tls.Mode.VERIFY || tls.ca() != null;
    Boolean said = url.getSslEnabled();
    if (wanted && Boolean.FALSE.equals(said)) {
      throw new IllegalArgumentException("The URL switches TLS off and the flags switch it on");
    }
    if (tls.mode() == Tls.Mode.OFF) {
      if (Boolean.TRUE.equals(said) && !url.isSrvProtocol()) {
        throw new IllegalArgumentException("The URL switches TLS on and the flags switch it off");
      }
      settings.enabled(false);
    } else if (wanted) {
      settings.enabled(true);
      if (tls.mode() == Tls.Mode.REQUIRED) {
        settings.invalidHostNameAllowed(true).context(context(new AnyCertificate()));
      } else if (tls.ca() != null) {
        settings.context(context(trusting(tls.ca())));
      }
    }
  }

  private static SSLContext context(TrustManager... trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no TLS", e);
    }
  }

  private static TrustManager[] trusting(Path ca) {
    try (InputStream in = Files.newInputStream(ca)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate authority :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca-" + store.size(), authority);
      }
      if (store.size() == 0) {
        throw new IllegalArgumentException("There is no certificate in " + ca);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (IOException e) {
      throw new IllegalArgumentException("Cannot read the certificate file " + ca, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("The file " + ca + " is no PEM certificate", e);
    }
  }

  /**
   * Accepts any certificate, for {@code --tls required}: encryption without verification of the
   * server's identity.
   */
  private static final class AnyCertificate implements X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
