package io.stallmark.ycsbclient;

import io.stallmark.text.FileTrouble;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * URL of a binding of YCSB: {@code ycsb:CLASS?classpath=DIR/*&property=value}. Characters with a
 * meaning in the URL are percent-encoded.
 *
 * @param className name of the class, such as {@code site.ycsb.db.JdbcDBClient}
 * @param classpath jars and directories; {@code DIR/*} are all jars of a directory
 * @param passwordProperty name of the property that gets the password
 * @param properties properties of the binding: those of the file, then those of the URL
 * @param secrets texts of these that nobody may see
 */
record ClientUrl(
    String className,
    List<URL> classpath,
    String passwordProperty,
    Map<String, String> properties,
    SecretTexts secrets) {

  static final String PREFIX = "ycsb:";

  private static final String FORM = "; it is ycsb:CLASS?classpath=DIR/*&property=value";
  private static final String CLASSPATH = "classpath";
  private static final String FILE = "properties";
  private static final String PASSWORD_PROPERTY = "password-property";

  /** Property of the JDBC binding, the only one of YCSB's whose password is not in a URL. */
  private static final String USUAL_PASSWORD = "db.passwd";

  /**
   * @throws RefusedException with a message for the user
   */
  static ClientUrl parse(String url) {
    String rest = url.substring(PREFIX.length());
    int mark = rest.indexOf('?');
    String name = mark < 0 ? rest : rest.substring(0, mark);
    if (!name.matches("[\\w.$]+")) {
      throw new RefusedException("The URL names no class of a binding" + FORM);
    }
    Map<String, String> values = new LinkedHashMap<>();
    if (mark >= 0) {
      for (String pair : rest.substring(mark + 1).split("&")) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
          throw new RefusedException("The URL has a property without a name or a value" + FORM);
        }
        values.put(
            Text.percentDecoded(pair.substring(0, equals)),
            Text.percentDecoded(pair.substring(equals + 1)));
      }
    }
    String classpath = values.remove(CLASSPATH);
    if (classpath == null || classpath.isEmpty()) {
      throw new RefusedException("The URL has no classpath" + FORM);
    }
    String password = values.remove(PASSWORD_PROPERTY);
    String file = values.remove(FILE);
    Map<String, String> ofFile = file == null ? Map.of() : read(Path.of(file));
    Map<String, String> all = new LinkedHashMap<>(ofFile);
    all.putAll(values);
    return new ClientUrl(
        name,
        entries(classpath),
        password == null ? USUAL_PASSWORD : password,
        all,
        SecretTexts.of(ofFile.values(), all));
  }

  /** Reads a file of properties as YCSB's client does. */
  private static Map<String, String> read(Path file) {
    Properties read = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      read.load(in);
    } catch (IOException e) {
      throw new RefusedException(
          "The file of properties cannot be read: " + FileTrouble.sentence(e), e);
    }
    Map<String, String> values = new TreeMap<>();
    read.stringPropertyNames().forEach(key -> values.put(key, read.getProperty(key)));
    return values;
  }

  /** The same with a password, which is given apart from the URL. */
  ClientUrl withPassword(String password) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    all.put(passwordProperty, password);
    return new ClientUrl(className, classpath, passwordProperty, all, secrets.and(password));
  }

  private static List<URL> entries(String classpath) {
    List<URL> entries = new ArrayList<>();
    try {
      for (String entry : classpath.split(File.pathSeparator)) {
        if (entry.endsWith("*")) {
          addJars(Path.of(entry.substring(0, entry.length() - 1)), entries);
        } else if (Files.exists(Path.of(entry))) {
          entries.add(Path.of(entry).toUri().toURL());
        } else {
          throw new RefusedException("The classpath has no " + entry);
        }
      }
    } catch (IOException e) {
      throw new RefusedException("The classpath cannot be read: " + FileTrouble.sentence(e), e);
    }
    return entries;
  }

  private static void addJars(Path directory, List<URL> entries) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new RefusedException("The classpath has no directory " + directory);
    }
    int before = entries.size();
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, "*.jar")) {
      for (Path jar : jars) {
        entries.add(url(jar));
      }
    }
    if (entries.size() == before) {
      throw new RefusedException("The directory " + directory + " has no jars");
    }
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }

  Properties toProperties() {
    Properties all = new Properties();
    properties.forEach(all::setProperty);
    return all;
  }
}
