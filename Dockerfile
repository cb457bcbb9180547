# Stallmark with every binding, without the embedded server.
#
#   docker build -t stallmark .
#   docker run --rm -v stallmark:/work -e STALLMARK_PASSWORD stallmark run sysbench --url mysql://user@host/db
#
# BASE: an image of Debian 12 or newer, or of a system like it, with apt. CI builds from one of its own, because it
# reaches no image registry.
# all/target/stallmark.jar is taken if it is there; otherwise it is built from the sources, with Maven.
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS java
ARG DEBIAN_FRONTEND=noninteractive
# The JDK's package needs the directory, which slim images do not have. The archive of classes halves the JVM's start.
RUN mkdir -p /usr/share/man/man1 \
 && apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends openjdk-17-jdk-headless >/dev/null \
 && jlink --output /java --strip-java-debug-attributes --no-header-files --no-man-pages --compress=2 \
      --add-modules java.base,java.instrument,java.logging,java.management,java.naming,java.net.http,java.scripting \
      --add-modules java.security.jgss,java.security.sasl,java.sql,java.transaction.xa,java.xml,java.desktop \
      --add-modules jdk.charsets,jdk.crypto.ec,jdk.httpserver,jdk.jfr,jdk.management,jdk.naming.dns,jdk.net \
      --add-modules jdk.unsupported,jdk.zipfs \
 && /java/bin/java -Xshare:dump >/dev/null

FROM java AS jar
WORKDIR /source
COPY . .
RUN if [ ! -e all/target/stallmark.jar ]; then \
      apt-get install -y -qq --no-install-recommends maven >/dev/null \
      && mvn -B -ntp -q -Dmaven.test.skip=true -Dspotless.check.skip=true -Dchecks=-Xlint:none -pl all -am package; \
    fi

FROM ${BASE}
LABEL org.opencontainers.image.title=Stallmark \
      org.opencontainers.image.description="A database benchmark that shows stalls" \
      org.opencontainers.image.licenses="Apache-2.0 AND GPL-2.0-only WITH Universal-FOSS-exception-1.0 AND LGPL-2.1-or-later"
COPY --from=java /java /opt/java
COPY --from=jar /source/all/target/stallmark.jar /opt/stallmark/
COPY LICENSE NOTICE /opt/stallmark/
COPY docker/stallmark /usr/local/bin/stallmark
# An archive of the classes that every command needs. One of all classes would be a seventh of the image. -Xint: the JIT
# would never compile the methods that wait for it when the archive is written (JDK-8306460).
RUN /opt/java/bin/java -XX:+UseParallelGC -Xint -XX:ArchiveClassesAtExit=/opt/stallmark/java.archive \
      -cp '/opt/stallmark/stallmark.jar:/opt/stallmark/lib/*' io.stallmark.cli.Main \
      explain sysbench --url mysql://host/database >/dev/null
# Results go to results/ in the working directory. Any user may write there, for 'docker run --user'.
RUN mkdir -m 1777 /work
USER 1000:1000
WORKDIR /work
VOLUME /work
ENTRYPOINT ["stallmark"]
CMD ["--help"]
