package io.stallmark.own.definition;

/**
 * Check of the data after a run.
 *
 * @param rows whether the rows of the result are counted; else its first number is taken
 * @param due what the number must be
 */
public record OwnCheck(String name, OwnStatement statement, boolean rows, long due) {}
