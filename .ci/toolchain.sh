# Sourced by ./bbt, ./test and .ci/run: where the JDK is, and the build. Needs $here, the checkout.

# Sets JAVA_HOME to a JDK 25 or newer, or says what to install and exits 69.
bbt_find_jdk() {
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/*25* /usr/lib/jvm/*2[6-9]* /usr/lib/jvm/default-java /opt/java /opt/jdk*; do
    [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ -r "$home/release" ] || continue
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    if [ "${version:-0}" -ge 25 ]; then
      JAVA_HOME=$home
      export JAVA_HOME
      return 0
    fi
  done
  echo "bbt: no JDK 25 found in JAVA_HOME or /usr/lib/jvm; install one (Debian: apt install openjdk-25-jdk-headless, or Eclipse Temurin 25) or set JAVA_HOME" >&2
  exit 69
}

bbt_need_maven() {
  command -v mvn >/dev/null 2>&1 && return 0
  echo "bbt: Maven 3.8 or newer is needed to build; install it (Debian: apt install maven)" >&2
  exit 69
}

# Builds when a source is newer than the last build; quiet unless it fails. One build at a time.
bbt_build_if_stale() {
  stamp=$here/samples/target/dependencies-classpath
  if [ -f "$stamp" ] && [ -z "$(find "$here/pom.xml" "$here"/*/pom.xml "$here"/*/src/main -newer "$stamp" -print -quit)" ]; then
    return 0
  fi
  bbt_need_maven
  [ -t 2 ] && echo "bbt: building (once; the first time Maven fetches its plugins) ..." >&2
  log=$here/target/build.log
  mkdir -p "$here/target"
  if ! (cd "$here" && mvn -B -q -DskipTests -Dspotless.check.skip=true process-classes >"$log" 2>&1); then
    cat "$log" >&2
    echo "bbt: the build failed (the log is also in target/build.log)" >&2
    exit 70
  fi
  touch "$stamp"
}
