package io.stallmark.mongo.connect;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCompressor;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.connection.ConnectionPoolSettings;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connection settings: the URL as the driver reads it, completed with the target's password,
 * encryption and number of connections.
 *
 * @param settings settings of the driver's client
 * @param database database in the URL's path, otherwise sysbench's default name
 * @param databaseNamed whether the URL names a database
 * @param writeConcern write concern in the URL; null: not specified, so the server's default
 *     applies
 * @param readConcern read concern in the URL; null: not specified, so the server's default applies
 * @param readPreference read preference in the URL; primary by default
 * @param numberWrites whether writes carry a {@code txnNumber} where the server accepts one, which
 *     is the driver's default; false with {@code retryWrites=false} in the URL
 * @param compressors compressors in the URL
 * @param connections maximum number of sessions that are open at the same time
 * @param endpoint the hosts, for messages
 */
public record MongoUrl(
    MongoClientSettings settings,
    String database,
    boolean databaseNamed,
    @Nullable WriteConcern writeConcern,
    @Nullable ReadConcern readConcern,
    ReadPreference readPreference,
    boolean numberWrites,
    List<String> compressors,
    int connections,
    String endpoint) {

  static final String DEFAULT_DATABASE = "sbtest";

  /** Beginning of the driver's message about a value. */
  private static final String CONDITION = "state should be: ";

  private static final String SRV = "mongodb+srv:";

  /** Server selection timeout in seconds. The driver's default of 30 s is meant for services. */
  private static final int SELECTION_SECONDS = 10;

  /** A class of the library of each compressor that is not in the JDK. */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "snappy", "/org/xerial/snappy/Snappy.class", "zstd", "/com/github/luben/zstd/Zstd.class");

  /**
   * Options that driver 5.14 supports, in lower case. The driver itself silently ignores any other
   * option.
   */
  private static final Set<String> OPTIONS =
      Text.wordSet(
          """
          appname authmechanism authmechanismproperties authsource compressors connecttimeoutms
          directconnection gssapiservicename heartbeatfrequencyms journal loadbalanced
          localthresholdms maxconnecting maxidletimems maxlifetimems maxpoolsize
          maxstalenessseconds minpoolsize proxyhost proxypassword proxyport proxyusername
          readconcernlevel readpreference readpreferencetags replicaset retryreads retrywrites safe
          servermonitoringmode serverselectiontimeoutms sockettimeoutms srvmaxhosts srvservicename
          ssl sslinvalidhostnameallowed timeoutms tls tlsallowinvalidhostnames tlsinsecure
          uuidrepresentation w waitqueuetimeoutms wtimeoutms zlibcompressionlevel
          """);

  /**
   * Boolean options. The driver silently uses its default for a value that is neither true nor
   * false.
   */
  private static final Set<String> SWITCHES =
      Text.wordSet(
          """
          directconnection journal loadbalanced retryreads retrywrites ssl tls
          tlsallowinvalidhostnames tlsinsecure
          """);

  /**
   * Checks the URL without connecting: the password may be set later, and no name server is asked.
   *
   * @throws RefusedException when the URL is wrong, with a message for the user
   */
  public static void check(Target target) {
    checkOptions(target.url());
    if (!target.url().startsWith(SRV)) {
      try {
        check(read(target.url(), new Secret("password-to-come")));
      } catch (DbException e) {
        return; // not an error of the URL: connecting will report it
      }
    }
  }

  /**
   * Reads the address of the only server that a URL names, unresolved.
   *
   * @param url URL without a password
   * @throws RefusedException when the URL is wrong or names no server or several, with a message
   *     for the user
   */
  public static InetSocketAddress address(String url) {
    if (!url.startsWith("mongodb:")) {
      throw new RefusedException(
          "A recording needs the URL of one server that runs: mongodb://HOST:PORT");
    }
    checkOptions(url);
    try {
      List<String> hosts = read(url, new Secret("password-to-come")).getHosts();
      if (hosts.size() > 1) {
        throw new RefusedException(
            "The URL names " + hosts.size() + " servers; a recording is of one of them");
      }
      if (hosts.get(0).endsWith(".sock")) {
        throw new RefusedException(
            "The URL names a Unix domain socket; a recording needs HOST:PORT");
      }
      ServerAddress server = new ServerAddress(hosts.get(0));
      return InetSocketAddress.createUnresolved(server.getHost(), server.getPort());
    } catch (DbException e) {
      throw new RefusedException(e.getMessage(), e);
    }
  }

  /**
   * Parses the target's URL and options.
   *
   * @throws RefusedException when the URL is wrong, with a message for the user
   * @throws DbException CONNECTION when a {@code mongodb+srv} name cannot be resolved
   */
  public static MongoUrl parse(Target target) throws DbException {
    checkOptions(target.url());
    ConnectionString url = read(target.url(), target.password());
    check(url);
    try {
      return of(target, url);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw refused(String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns the exception for a URL whose values the driver does not take. */
  private static RefusedException refused(String message, RuntimeException cause) {
    return new RefusedException(
        message.startsWith(CONDITION)
            ? "MongoDB's driver does not accept the URL: " + message.substring(CONDITION.length())
            : message,
        cause);
  }

  private static MongoUrl of(Target target, ConnectionString url) {
    MongoClientSettings.Builder settings =
        MongoClientSettings.builder()
            .applyConnectionString(url)
            // Only the engine decides what is retried (ADR 0002).
            .retryReads(false)
            .retryWrites(false)
            .applyToSslSettings(ssl -> TlsSettings.apply(target.tls(), url, ssl))
            .applyToClusterSettings(
                cluster -> {
                  if (mayChoose(url)) {
                    cluster.serverSelector(new ServerTopology.SameServer());
                  }
                  if (url.getServerSelectionTimeout() == null) {
                    cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS);
                  }
                })
            .applyToConnectionPoolSettings(pool -> size(pool, url, target.connections()));
    if (url.getApplicationName() == null) {
      settings.applicationName("stallmark");
    }
    String database = url.getDatabase();
    return new MongoUrl(
        settings.build(),
        database == null ? DEFAULT_DATABASE : database,
        database != null,
        url.getWriteConcern(),
        url.getReadConcern(),
        url.getReadPreference() == null ? ReadPreference.primary() : url.getReadPreference(),
        !Boolean.FALSE.equals(url.getRetryWritesValue()),
        url.getCompressorList().stream().map(c -> c.getName()).toList(),
        target.connections(),
        String.join(",", url.getHosts()));
  }

  /**
   * Sizes the pool: one connection per session, opened in advance, so that no operation waits for a
   * connection.
   */
  private static void size(
      ConnectionPoolSettings.Builder pool, ConnectionString url, int connections) {
    Integer said = url.getMaxConnectionPoolSize();
    int most = said == null ? Math.max(1, connections) + 1 : said;
    pool.maxSize(most);
    if (url.getMinConnectionPoolSize() == null) {
      pool.minSize(most == 0 ? connections : Math.min(connections, most)); // 0: no limit
    }
  }

  /** Whether several servers can be suitable for a command: routers or secondaries. */
  private static boolean mayChoose(ConnectionString url) {
    boolean several =
        url.getHosts().size() > 1 || url.isSrvProtocol() || url.getRequiredReplicaSetName() != null;
    boolean primary =
        url.getReadPreference() == null || url.getReadPreference().equals(ReadPreference.primary());
    return several && !(primary && url.getRequiredReplicaSetName() != null);
  }

  private static void check(ConnectionString url) {
    if (url.getDatabase() != null) {
      try {
        MongoNamespace.checkDatabaseNameValidity(url.getDatabase());
      } catch (IllegalArgumentException e) {
        throw refused(String.valueOf(e.getMessage()), e);
      }
    }
    if (url.getWriteConcern() != null && !url.getWriteConcern().isAcknowledged()) {
      throw new RefusedException(
          "w=0 asks the server not to answer, so there is nothing to measure; use w=1");
    }
    if (url.getCollection() != null) {
      throw new RefusedException(
          "The URL's path must be a database name without a dot, not %s.%s",
          url.getDatabase(), url.getCollection());
    }
    for (MongoCompressor compressor : url.getCompressorList()) {
      String library = LIBRARIES.get(compressor.getName());
      if (library != null && MongoUrl.class.getResource(library) == null) {
        throw new RefusedException(
            "compressors=%s needs a library that is not on the classpath; compressors=zlib needs"
                + " only the JDK",
            compressor.getName());
      }
    }
  }

  private static ConnectionString read(String url, @Nullable Secret password) throws DbException {
    String encoded =
        password == null
            ? ""
            : URLEncoder.encode(password.reveal(), StandardCharsets.UTF_8).replace("+", "%20");
    try {
      return new ConnectionString(password == null ? url : withPassword(url, encoded));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      if (message.startsWith("Password can not be null")) {
        message = "The URL names a user, but no password is given";
      }
      if (message.startsWith("URLDecoder")) {
        Text.percentDecoded(url); // has the message for the user
      }
      throw refused(
          MongoErrors.oneLine(encoded.isEmpty() ? message : message.replace(encoded, "***")), e);
    } catch (MongoException e) {
      throw new DbException(
          DbException.Kind.CONNECTION, "DNS", MongoErrors.oneLine(e.getMessage()), e);
    }
  }

  /**
   * Returns the URL with the password after the user name. Returns it unchanged if it has no user
   * name.
   */
  private static String withPassword(String url, String encoded) {
    int host = url.indexOf("://") + 3;
    int end = host;
    while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
      end++;
    }
    int at = url.substring(0, end).lastIndexOf('@');
    if (host < 3 || at < host) {
      return url;
    }
    int colon = url.indexOf(':', host);
    String user = url.substring(host, colon >= 0 && colon < at ? colon : at);
    return url.substring(0, host) + user + ":" + encoded + url.substring(at);
  }

  private static void checkOptions(String url) {
    int query = url.indexOf('?');
    if (query < 0) {
      return;
    }
    for (String option : url.substring(query + 1).split("[&;]", -1)) {
      String name = option.replaceFirst("=.*", "");
      if (name.toLowerCase(Locale.ROOT).startsWith("tlsca")) {
        throw new RefusedException(
            "MongoDB's Java driver has no option " + name + "; give the file with --tls-ca");
      }
      if (!name.isEmpty() && !OPTIONS.contains(name.toLowerCase(Locale.ROOT))) {
        throw new RefusedException(
            "The URL has the option "
                + name
                + ", which MongoDB's Java driver does not know; see its ConnectionString");
      }
      String value = option.substring(Math.min(option.length(), name.length() + 1));
      if (SWITCHES.contains(name.toLowerCase(Locale.ROOT)) && !value.matches("true|false")) {
        throw new RefusedException("The URL says " + name + "=" + value + ": it is true or false");
      }
    }
  }
}
