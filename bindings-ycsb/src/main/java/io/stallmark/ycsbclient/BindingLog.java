package io.stallmark.ycsbclient;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * File {@code binding.log} in the working directory, which gets what a binding prints: the output
 * of threads whose context class loader is that of the binding, without secrets. Other output stays
 * where it goes.
 */
final class BindingLog implements AutoCloseable {

  private static final String FILE = "binding.log";

  private final Lines outLines;
  private final Lines errLines;
  private final OutputStream file;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  private BindingLog(OutputStream file, SecretTexts secrets) {
    this.file = file;
    outLines = new Lines(file, secrets);
    errLines = new Lines(file, secrets);
  }

  static BindingLog of(ClassLoader loader, SecretTexts secrets) {
    try {
      BindingLog log = new BindingLog(Files.newOutputStream(Path.of(FILE)), secrets);
      System.setOut(new PrintStream(new Switch(loader, log.outLines, log.out), true));
      System.setErr(new PrintStream(new Switch(loader, log.errLines, log.err), true));
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException("The file " + FILE + " cannot be written", e);
    }
  }

  String file() {
    return FILE;
  }

  /** Restores the output of the program. */
  @Override
  public void close() {
    System.setOut(out);
    System.setErr(err);
    try (file) {
      outLines.end();
      errLines.end();
    } catch (IOException e) {
      err.println(FILE + ": " + e);
    }
  }

  /** Output in whole lines, so that a secret in a line is found. */
  private static final class Lines extends OutputStream {

    private final OutputStream to;
    private final SecretTexts secrets;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Lines(OutputStream to, SecretTexts secrets) {
      this.to = to;
      this.secrets = secrets;
    }

    @Override
    public synchronized void write(int b) throws IOException {
      line.write(b);
      if (b == '\n') {
        end();
      }
    }

    synchronized void end() throws IOException {
      Charset charset = Charset.defaultCharset(); // that of the streams
      to.write(secrets.hide(line.toString(charset)).getBytes(charset));
      line.reset();
    }
  }

  /** Output that depends on the thread that prints. */
  private static final class Switch extends OutputStream {

    private final ClassLoader loader;
    private final OutputStream log;
    private final OutputStream other;

    Switch(ClassLoader loader, OutputStream log, OutputStream other) {
      this.loader = loader;
      this.log = log;
      this.other = other;
    }

    private OutputStream target() {
      return Thread.currentThread().getContextClassLoader() == loader ? log : other;
    }

    @Override
    public void write(int b) throws IOException {
      target().write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      target().write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
      target().flush();
    }
  }
}
