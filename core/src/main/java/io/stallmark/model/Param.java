package io.stallmark.model;

/** A typed slot of an operation, filled anew at every execution. */
public record Param(String name, Type type) {}
