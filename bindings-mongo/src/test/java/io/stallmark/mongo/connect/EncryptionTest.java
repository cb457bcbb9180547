package io.stallmark.mongo.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.connection.SslSettings;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.Tls.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EncryptionTest {

  @TempDir Path directory;

  private static SslSettings settings(String url, Mode mode, @Nullable Path ca) throws DbException {
    return MongoUrl.parse(new Target(url, null, null, new Tls(mode, ca), 1))
        .settings()
        .getSslSettings();
  }

  @Test
  void theUrlDecides_whenTheFlagsSayNothing() throws DbException {
    assertThat(settings("mongodb://h/", Mode.UNSAID, null).isEnabled()).isFalse();
    assertThat(settings("mongodb://h/?tls=true", Mode.UNSAID, null).isEnabled()).isTrue();
  }

  @Test
  void required_takesAnyCertificate_verifyDoesNot() throws DbException {
    SslSettings required = settings("mongodb://h/", Mode.REQUIRED, null);
    assertThat(required.isEnabled()).isTrue();
    assertThat(required.isInvalidHostNameAllowed()).isTrue();
    assertThat(required.getContext()).isNotNull();
    SslSettings verify = settings("mongodb://h/", Mode.VERIFY, null);
    assertThat(verify.isEnabled()).isTrue();
    assertThat(verify.isInvalidHostNameAllowed()).isFalse();
    assertThat(verify.getContext()).isNull();
  }

  @Test
  void contradictions_areRefused() {
    assertThatThrownBy(() -> settings("mongodb://h/?tls=true", Mode.OFF, null))
        .hasMessage("The URL enables TLS, but the options disable it");
    assertThatThrownBy(() -> settings("mongodb://h/?ssl=false", Mode.VERIFY, null))
        .hasMessage("The URL disables TLS, but the options enable it");
  }

  @Test
  void filesThatHoldNoCertificate_areNamed() throws IOException {
    Path absent = directory.resolve("absent.pem");
    assertThatThrownBy(() -> settings("mongodb://h/", Mode.UNSAID, absent))
        .hasMessage(absent + " cannot be read: no such file");
    Path other = Files.writeString(directory.resolve("other.pem"), "no certificate");
    assertThatThrownBy(() -> settings("mongodb://h/", Mode.VERIFY, other))
        .hasMessageContaining(other.toString());
  }
}
