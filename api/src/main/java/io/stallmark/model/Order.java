package io.stallmark.model;

/** A sort key. */
public record Order(String column, boolean descending) {}
