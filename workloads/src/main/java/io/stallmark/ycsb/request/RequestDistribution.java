package io.stallmark.ycsb.request;

/** Distributions of requests, as YCSB's {@code requestdistribution}. */
public enum RequestDistribution {
  /** Some records are frequent, spread over all of them. */
  ZIPFIAN,
  /** The last inserted records are the most frequent. */
  LATEST,
  UNIFORM,
  /** 80 % of the requests for the first 20 % of the records. */
  HOTSPOT,
  /** 95 % of the requests for the last 85.7 % of the records, the last the most frequent. */
  EXPONENTIAL,
  /** One record after the other, of all clients together. */
  SEQUENTIAL
}
