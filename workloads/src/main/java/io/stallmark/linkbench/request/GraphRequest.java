package io.stallmark.linkbench.request;

import io.stallmark.spi.DbException;

/**
 * One of the ten operations. A failed execution leaves no state: the next one, which may repeat it,
 * starts from scratch.
 */
@FunctionalInterface
interface GraphRequest {
  void run() throws DbException;
}
