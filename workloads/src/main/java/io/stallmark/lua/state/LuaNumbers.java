package io.stallmark.lua.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import org.luaj.vm2.LuaValue;

/**
 * Makes the interpreter's numbers print as LuaJIT prints them. luaj turns a double into text with
 * {@code Float.toString}, also within {@code ..}: statements would have other numbers than the
 * script computed. No setting changes that, so this class defines {@code LuaDouble} before the
 * interpreter does, with two calls in it replaced by those of {@link LuaNumberText}. See ADR 24.
 */
final class LuaNumbers {

  private static final String CLASS = "org/luaj/vm2/LuaDouble";
  private static final int CONSTANTS = 8; // offset of their number in a class file
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int NAME = 7; // of a class
  private static final int STRING = 8;
  private static final int REFERENCE_BYTES = 4;
  private static final int TO_FLOAT = 0x90;
  private static final int CALL_STATIC = 0xb8;

  private static final double PROBE = 1e100 / 3;

  private static final Map<String, String> REPLACED =
      Map.of(
          "java/lang/Float", "io/stallmark/lua/state/LuaNumberText",
          "java/lang/Long", "io/stallmark/lua/state/LuaNumberText",
          "(F)Ljava/lang/String;", "(D)Ljava/lang/String;");

  private LuaNumbers() {}

  /** Does it, once per process; must be called before any other use of the interpreter. */
  static void install() {
    Once.DONE.check();
  }

  /** Whether the interpreter's numbers have been changed; initialized by the first use. */
  private enum Once {
    DONE;

    Once() {
      try {
        ClassLoader loader = LuaNumbers.class.getClassLoader();
        Class<?> neighbour = Class.forName("org.luaj.vm2.LuaValue", false, loader);
        MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup())
            .defineClass(changed(original(neighbour)));
      } catch (LinkageError e) {
        // Another class has used the interpreter: check() decides.
      } catch (IOException | ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    void check() {
      if (!LuaValue.valueOf(PROBE).tojstring().equals(LuaNumberText.toString(PROBE))) {
        throw new IllegalStateException(
            "The Lua interpreter was in use before its numbers were set");
      }
    }
  }

  private static byte[] original(Class<?> neighbour) throws IOException {
    try (InputStream file = neighbour.getResourceAsStream("/" + CLASS + ".class")) {
      if (file == null) {
        throw new IOException("There is no " + CLASS);
      }
      return file.readAllBytes();
    }
  }

  /** Returns the class file with other constants and without the conversion to a float. */
  private static byte[] changed(byte[] file) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(in.readNBytes(CONSTANTS));
    int count = in.readUnsignedShort();
    out.writeShort(count);
    for (int i = 1; i < count; i++) {
      int kind = in.readUnsignedByte();
      out.writeByte(kind);
      if (kind == UTF8) {
        String text = in.readUTF();
        out.writeUTF(REPLACED.getOrDefault(text, text));
      } else if (kind == LONG || kind == DOUBLE) {
        out.writeLong(in.readLong());
        i++; // takes two places
      } else {
        out.write(in.readNBytes(kind == NAME || kind == STRING ? 2 : REFERENCE_BYTES));
      }
    }
    byte[] rest = in.readAllBytes();
    for (int i = 0; i < rest.length - 1; i++) {
      if ((rest[i] & 0xff) == TO_FLOAT && (rest[i + 1] & 0xff) == CALL_STATIC) {
        rest[i] = 0; // no operation: the double stays one
      }
    }
    out.write(rest);
    return bytes.toByteArray();
  }
}
