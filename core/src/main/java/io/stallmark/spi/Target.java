package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/**
 * Which database to open.
 *
 * @param url as the user gave it, less the password
 * @param password from the environment, a file, a prompt or the URL; null: none
 * @param driver what {@code --driver} said, or null for the binding's own choice by URL scheme
 * @param connections the most sessions that will be open at a time
 */
public record Target(
    String url, @Nullable Secret password, @Nullable String driver, Tls tls, int connections) {}
