package io.stallmark.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** What a process prints to one of its streams, read all the time. */
final class Output {

  private final StringBuffer text = new StringBuffer();
  private final Thread reader;

  Output(InputStream stream) {
    reader = new Thread(() -> read(stream), "output");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream stream) {
    char[] some = new char[1024];
    try (Reader from = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
      for (int count = from.read(some); count >= 0; count = from.read(some)) {
        text.append(some, 0, count);
      }
    } catch (IOException e) {
      text.append(e); // for whoever wonders what is missing
    }
  }

  String soFar() {
    return text.toString();
  }

  /** Waits until the stream ends, with the process and its children that have inherited it. */
  String whole() throws InterruptedException {
    reader.join();
    return soFar();
  }
}
