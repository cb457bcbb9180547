package io.stallmark.junit;

import java.io.IOException;
import java.nio.file.Path;

/** Receives the outcome of a benchmark. */
interface BenchmarkOutput {

  /** Receives the outcome as a sentence. */
  void sentence(String text);

  /** Receives a file that the report of the tests keeps. */
  void attach(Path file) throws IOException;
}
