# Sourced by ./bbt, ./test and .ci/run: where the JDK is, and the build. Needs $here, the checkout.

# Sets JAVA_HOME to a JDK 25 or newer, or says what to install and exits 69.
bbt_find_jdk() {
  on_path=$(command -v javac 2>/dev/null) && on_path=$(dirname -- "$(dirname -- "$(readlink -f -- "$on_path")")")
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/*25* /usr/lib/jvm/*2[6-9]* /usr/lib/jvm/default-java /opt/java /opt/jdk* "$on_path"; do
    [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ -r "$home/release" ] || continue
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    if [ "${version:-0}" -ge 25 ]; then
      JAVA_HOME=$home
      export JAVA_HOME
      return 0
    fi
  done
  echo "bbt: no JDK 25 found in JAVA_HOME, /usr/lib/jvm or on the PATH; install one (Debian: apt install openjdk-25-jdk-headless, or Eclipse Temurin 25) or set JAVA_HOME" >&2
  exit 69
}

# Checks for Maven 3.8 or newer, or says what to install and exits 69. Needs JAVA_HOME.
bbt_need_maven() {
  found=$(mvn -v 2>/dev/null | sed -n 's/^.*Apache Maven \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  case $found in
    3.[89] | 3.[1-9][0-9] | [4-9].*) return 0 ;;
    '') echo "bbt: Maven 3.8 or newer is needed to build and was not found; install it (Debian: apt install maven)" >&2 ;;
    *) echo "bbt: Maven 3.8 or newer is needed to build, this is $found; install a newer one (Debian: apt install maven)" >&2 ;;
  esac
  exit 69
}

bbt_is_fresh() {
  [ -f "$stamp" ] && [ -f "$here/samples/target/dependencies-classpath" ] && [ -z "$(find "$here/pom.xml" "$here"/*/pom.xml "$here"/*/src/main "$here"/*/src/generator -newer "$stamp" -print -quit)" ]
}

# Builds when a source is newer than the last build; quiet unless it fails. One build at a time.
bbt_build_if_stale() {
  stamp=$here/target/built
  bbt_is_fresh && return 0
  bbt_need_maven
  mkdir -p "$here/target"
  exec 9>"$here/target/lock"
  flock 9 2>/dev/null || true
  if ! bbt_is_fresh; then
    [ -t 2 ] && echo "bbt: building (once; the first time Maven fetches its plugins) ..." >&2
    log=$here/target/build.log
    touch "$here/target/building" # a source edited from here on makes the build stale again
    if ! (cd "$here" && mvn -B -q -DskipTests -Dspotless.check.skip=true process-classes </dev/null >"$log" 2>&1 9>&-); then
      cat "$log" >&2
      echo "bbt: the build failed (the log is also in target/build.log)" >&2
      exit 79
    fi
    mv "$here/target/building" "$stamp"
  fi
  exec 9>&-
}

bbt_is_packed() {
  [ -f "$jars/packed" ] && [ -z "$(find "$here/target/built" -newer "$jars/packed")" ]
}

# Packs the classes of each module when they were built since they were packed last: the JVM keeps classes of jars alone
# from one process to the next. Once: a process that runs already has the jars open.
bbt_pack_if_stale() {
  jars=$here/target/jars
  bbt_is_packed && return 0
  exec 9>"$here/target/lock"
  flock 9 2>/dev/null || true
  if ! bbt_is_packed; then
    rm -rf "$jars.new"
    mkdir "$jars.new"
    for module in samples reconstruct translator ptg bb-packets; do
      "$JAVA_HOME/bin/jar" --create --no-compress --file "$jars.new/$module.jar" -C "$here/$module/target/classes" . 9>&-
    done
    touch "$jars.new/packed"
    rm -rf "$jars"
    mv "$jars.new" "$jars"
  fi
  exec 9>&-
}
