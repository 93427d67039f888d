/*
 * Process 1 of the guest in which `bbt run` runs programs. It sets the guest up and says that it is ready; there the machine is
 * kept as a snapshot. Then it takes an archive of files and a command from the host, executes the command, and says how it ended.
 * It stands on Linux's system calls alone. What goes over port 0 is described in bbt.translator.program.ProgramArchive.
 */
typedef unsigned int u32;
typedef unsigned long u64;

enum { CONTROL, INPUT, OUTPUT, ERRORS, PORTS };
enum { DIRECTORY = 1, FILE = 2, LINK = 3, ARGUMENT = 4, VARIABLE = 5, FOLDER = 6, PROGRAM = 7 };

#define AT_FDCWD (-100)
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_TRUNC 01000
#define O_CLOEXEC 02000000
#define EEXIST 17
#define ENOENT 2
#define SIGCHLD 17

static long call(long number, long a, long b, long c, long d, long e) {
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  register long a4 __asm__("a4") = e;
  register long a7 __asm__("a7") = number;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a7) : "memory");
  return a0;
}

#define P(pointer) ((long)(pointer))

static long open(const char *path, int flags, int mode) { return call(56, AT_FDCWD, P(path), flags, mode, 0); }
static long close(long fd) { return call(57, fd, 0, 0, 0, 0); }
static long read(long fd, void *to, u64 n) { return call(63, fd, P(to), n, 0, 0); }
static long write(long fd, const void *from, u64 n) { return call(64, fd, P(from), n, 0, 0); }
static long dup3(long from, long to) { return call(24, from, to, 0, 0, 0); }
static long mkdir(const char *path, int mode) { return call(34, AT_FDCWD, P(path), mode, 0, 0); }
static long symlink(const char *to, const char *path) { return call(36, P(to), AT_FDCWD, P(path), 0, 0); }
static long unlink(const char *path) { return call(35, AT_FDCWD, P(path), 0, 0, 0); }
static long chmod(const char *path, int mode) { return call(53, AT_FDCWD, P(path), mode, 0, 0); }
static long chdir(const char *path) { return call(49, P(path), 0, 0, 0, 0); }
static long mount(const char *what, const char *where) { return call(40, P(what), P(where), P(what), 0, 0); }
static long fork(void) { return call(220, SIGCHLD, 0, 0, 0, 0); }
static long execve(const char *path, char **argv, char **envp) { return call(221, P(path), P(argv), P(envp), 0, 0); }
static long wait4(long pid, int *status) { return call(260, pid, P(status), 0, 0, 0); }
static void exit(int code) { call(94, code, 0, 0, 0, 0); }
static long setsid(void) { return call(157, 0, 0, 0, 0, 0); }
static void umask(int mask) { call(166, mask, 0, 0, 0, 0); }

static long ports[PORTS];

/* ---- what the host says */

static unsigned char buffer[1 << 16];
static u64 from, to;

/* What there is of the archive, up to n bytes; at least one. */
static unsigned char *some(u64 *n) {
  if (from == to) {
    long got = read(ports[CONTROL], buffer, sizeof buffer);
    if (got <= 0) exit(1); /* process 1 ends: the kernel panics, and the host says so */
    from = 0;
    to = got;
    while (to < sizeof buffer && *n > to) { /* larger pieces are fewer calls */
      got = read(ports[CONTROL], buffer + to, sizeof buffer - to);
      if (got <= 0) break;
      to += got;
    }
  }
  if (*n > to - from) *n = to - from;
  from += *n;
  return buffer + from - *n;
}

static void take(void *where, u64 n) {
  unsigned char *out = where;
  while (n > 0) {
    u64 part = n;
    unsigned char *in = some(&part);
    n -= part;
    while (part-- > 0) *out++ = *in++;
  }
}

/* ---- strings of the command */

static char strings[1 << 21];
static char *room = strings;
static char *arguments[1 << 14], *variables[1 << 12];
static int argument, variable;

static char *text(u64 n) {
  char *its = room;
  if (n >= (u64)(strings + sizeof strings - room)) exit(1);
  take(its, n);
  its[n] = 0;
  room += n + 1;
  return its;
}

static void file(const char *path, u32 mode, u64 n) {
  unlink(path);
  long fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  while (n > 0) {
    u64 part = n;
    unsigned char *bytes = some(&part);
    n -= part;
    for (u64 done = 0; fd >= 0 && done < part;) {
      long wrote = write(fd, bytes + done, part - done);
      if (wrote <= 0) break;
      done += wrote;
    }
  }
  close(fd);
  chmod(path, mode);
}

static void say(char what, u32 value) {
  unsigned char message[5] = {what, value, value >> 8, value >> 16, value >> 24};
  write(ports[CONTROL], message, sizeof message);
}

static void run(const char *program) {
  long pid = fork();
  if (pid == 0) {
    setsid();
    for (int i = INPUT; i < PORTS; i++) dup3(ports[i], i - 1);
    say('X', -execve(program, arguments, variables));
    exit(127);
  }
  for (int i = INPUT; i < PORTS; i++) close(ports[i]);
  int status = 0;
  while (wait4(-1, &status) != pid) {}
  say('E', (status & 0x7f) == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f));
  for (;;) call(73, 0, 0, 0, 0, 0); /* ppoll without end: the machine has stopped */
}

static void command(void) {
  for (;;) {
    struct { u32 kind, mode, name, none; u64 data; } entry;
    take(&entry, sizeof entry);
    char *mark = room;
    char *name = text(entry.name);
    switch (entry.kind) {
      case DIRECTORY: mkdir(name, entry.mode); break;
      case FILE: file(name, entry.mode, entry.data); break;
      case LINK: unlink(name); symlink(text(entry.data), name); break;
      case ARGUMENT: arguments[argument++] = text(entry.data); continue;
      case VARIABLE: variables[variable++] = text(entry.data); continue;
      case FOLDER: chdir(name); break;
      case PROGRAM: run(name);
    }
    room = mark;
  }
}

/* ---- before the snapshot */

static void install(void) {
  if (fork() == 0) {
    char *words[] = {"busybox", "--install", "-s", "/bin", 0};
    execve("/bin/busybox", words, words + 4);
    exit(1);
  }
  int status;
  wait4(-1, &status);
}

/* What lies in /modules, in the order of "load". */
static void modules(void) {
  static char path[256] = "/modules/", names[4096];
  long fd = open("/modules/load", O_RDONLY, 0);
  long n = fd < 0 ? 0 : read(fd, names, sizeof names);
  close(fd);
  for (long from = 0, at = 0; at < n; at++) {
    if (names[at] != '\n') continue;
    long length = 0;
    for (; from + length < at && length < 200; length++) path[9 + length] = names[from + length];
    path[9 + length] = 0;
    from = at + 1;
    fd = open(path, O_RDONLY, 0);
    if (fd >= 0) {
      call(273, fd, P(""), 0, 0, 0); /* finit_module */
      close(fd);
    }
    unlink(path);
  }
}

static int find(void) {
  char path[] = "/dev/vport0p0";
  for (int device = 0; device < 10; device++) {
    path[10] = '0' + device;
    path[12] = '0' + PORTS - 1;
    long last = open(path, O_RDWR | O_CLOEXEC, 0);
    if (last < 0) continue;
    ports[PORTS - 1] = last;
    for (int i = 0; i < PORTS - 1; i++) {
      path[12] = '0' + i;
      ports[i] = open(path, (i == INPUT ? O_RDONLY : O_RDWR) | O_CLOEXEC, 0);
    }
    return 1;
  }
  return 0;
}

void _start(void) {
  umask(0);
  mkdir("/proc", 0755);
  mkdir("/sys", 0755);
  mkdir("/dev", 0755);
  mkdir("/tmp", 01777);
  mkdir("/root", 0755);
  mkdir("/work", 0755);
  mount("proc", "/proc");
  mount("sysfs", "/sys");
  mount("devtmpfs", "/dev");
  symlink("/proc/self/fd", "/dev/fd");
  symlink("/proc/self/fd/0", "/dev/stdin");
  symlink("/proc/self/fd/1", "/dev/stdout");
  symlink("/proc/self/fd/2", "/dev/stderr");
  modules();
  install();
  umask(022);
  for (int tries = 0; !find(); tries++) { /* the kernel may still be at it */
    long tenth[2] = {0, 100000000};
    if (tries == 50) {
      static const char why[] = "bbt run: this kernel has no ports of a virtio console\n";
      write(2, why, sizeof why - 1);
      exit(1);
    }
    call(101, P(tenth), 0, 0, 0, 0);
  }
  say('R', 0);
  command();
}
