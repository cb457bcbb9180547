package io.stallmark.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Real time or the machine's own figures are its subject, so no other test may run at that time.
 * The others run in two JVMs at a time; {@code it/pom.xml} sees to both.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Tag("alone")
public @interface Alone {}
