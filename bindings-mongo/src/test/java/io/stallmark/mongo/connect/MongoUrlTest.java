package io.stallmark.mongo.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MongoUrlTest {

  private static MongoUrl parse(String url, String password) throws DbException {
    return MongoUrl.parse(new Target(url, new Secret(password), null, Tls.UNSAID, 16));
  }

  private static MongoUrl parse(String url) throws DbException {
    return MongoUrl.parse(new Target(url, null, null, Tls.UNSAID, 16));
  }

  @Test
  void aBareUrl_getsTheDefaults() throws DbException {
    MongoUrl url = parse("mongodb://db.example");
    assertThat(url.database()).isEqualTo("sbtest");
    assertThat(url.databaseNamed()).isFalse();
    assertThat(url.writeConcern()).isNull();
    assertThat(url.readConcern()).isNull();
    assertThat(url.readPreference()).isEqualTo(ReadPreference.primary());
    assertThat(url.numberWrites()).isTrue();
    assertThat(url.endpoint()).isEqualTo("db.example");
    MongoClientSettings settings = url.settings();
    assertThat(settings.getRetryWrites()).isFalse();
    assertThat(settings.getRetryReads()).isFalse();
    assertThat(settings.getApplicationName()).isEqualTo("stallmark");
    assertThat(settings.getConnectionPoolSettings().getMaxSize()).isEqualTo(17);
    assertThat(settings.getConnectionPoolSettings().getMinSize()).isEqualTo(16);
    assertThat(settings.getClusterSettings().getServerSelectionTimeout(TimeUnit.SECONDS))
        .isEqualTo(10);
  }

  @Test
  void optionsInTheUrl_stand() throws DbException {
    MongoUrl url =
        parse(
            "mongodb://a:1,b:2/shop?w=1&journal=true&readPreference=secondary&retryWrites=false"
                + "&maxPoolSize=3&serverSelectionTimeoutMS=77&appName=mine&compressors=zlib");
    assertThat(url.database()).isEqualTo("shop");
    assertThat(url.databaseNamed()).isTrue();
    assertThat(url.writeConcern()).isEqualTo(WriteConcern.W1.withJournal(true));
    assertThat(url.readPreference()).isEqualTo(ReadPreference.secondary());
    assertThat(url.numberWrites()).isFalse();
    assertThat(url.compressors()).containsExactly("zlib");
    assertThat(url.endpoint()).isEqualTo("a:1,b:2");
    assertThat(url.settings().getApplicationName()).isEqualTo("mine");
    assertThat(url.settings().getConnectionPoolSettings().getMaxSize()).isEqualTo(3);
    assertThat(url.settings().getConnectionPoolSettings().getMinSize()).isEqualTo(3);
    assertThat(url.settings().getClusterSettings().getServerSelectionTimeout(TimeUnit.MILLISECONDS))
        .isEqualTo(77);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://me@h/d, d",
    "mongodb://me:@h/d, d",
    "mongodb://me:old@h/d?authSource=x, x",
    "mongodb://me@h, admin",
    "mongodb://me@h?appName=a@b, admin",
    "mongodb://me@h1:1/?authSource=$external&authMechanism=PLAIN, $external"
  })
  void thePasswordJoinsTheUser_whateverIsInIt(String text, String source) throws DbException {
    String password = "s3cr3t'c@nary%2F:/ ü?";
    MongoUrl url = parse(text, password);
    var credential = url.settings().getCredential();
    assertThat(credential).isNotNull();
    assertThat(credential.getUserName()).isEqualTo("me");
    assertThat(credential.getPassword()).isEqualTo(password.toCharArray());
    assertThat(credential.getSource()).isEqualTo(source);
    assertThat(url.toString()).doesNotContain("s3cr3t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongodb://h/a@b", "mongodb://h?appName=a@b", "mongodb://h/?appName=a@b"})
  void aPasswordWithoutAUser_isLeftAlone(String url) throws DbException {
    assertThat(parse(url, "secret").settings().getCredential()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mongodb://h/?jurnal=true | The URL has the option jurnal, which",
        "mongodb://h/?tlsCAFile=/x | no option tlsCAFile; give the file with --tls-ca",
        "mongodb://h/?w=0 | w=0 asks the server not to answer",
        "mongodb://h/a.b | must be a database name without a dot, not a.b",
        "mongodb://h/?compressors=snappy | compressors=snappy needs a library",
        "mongodb://me@h/ | names a user, but no password",
        "mongodb:// | empty host",
        "mongodb://h:99999/ | port must be an integer",
        "mongodb://h/?readPreference=here | here",
        "mongodb://h/?tls=maybe | The URL says tls=maybe: it is true or false"
      })
  void badUrls_areExplained(String url, String part) {
    assertThatThrownBy(() -> parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part)
        .hasMessageNotContaining("\n");
  }

  /** Neither a password nor a name server is asked for. */
  @Test
  void aUrlIsLookedAtWithoutItsServer() {
    for (String url : new String[] {"mongodb://me@h/d", "mongodb+srv://me@nowhere.invalid/d"}) {
      assertThatCode(() -> MongoUrl.check(new Target(url, null, null, Tls.UNSAID, 1)))
          .doesNotThrowAnyException();
    }
    for (String url :
        new String[] {"mongodb://h/d.c", "mongodb://h/d?w=0", "mongodb://h/?nosuch=1"}) {
      assertThatThrownBy(() -> MongoUrl.check(new Target(url, null, null, Tls.UNSAID, 1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void noMessageHoldsThePassword() {
    assertThatThrownBy(() -> parse("mongodb://me@h:x/", "topsecret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("topsecret");
  }
}
