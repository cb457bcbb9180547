package io.stallmark.text;

/** Describes what a user can do when the memory is used up. */
public final class MemoryLimit {

  private static final long MEGABYTE = 1024 * 1024;

  private MemoryLimit() {}

  /** Returns a sentence that advises twice the present limit. */
  public static String usedUp(OutOfMemoryError e) {
    long limit = Runtime.getRuntime().maxMemory() / MEGABYTE;
    return Text.format(
        "Stallmark is out of memory (%s); its maximum heap size is %,d MB: raise it, such as"
            + " JAVA_OPTS=-Xmx%3$dm, or java -Xmx%3$dm -jar.",
        String.valueOf(e.getMessage()).strip(), limit, 2 * limit);
  }
}
