package io.stallmark.linkbench.request;

import io.stallmark.spi.DbException;

/**
 * One of the ten operations. It remembers nothing of an execution that failed: the next one, which
 * may be the same again, draws and does as if that had not been.
 */
@FunctionalInterface
interface GraphRequest {
  void run() throws DbException;
}
