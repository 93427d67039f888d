#include "shapes.h"

/* Inlined into each other, so that one instruction has several lines. */
static inline int square(int x) {
  return x * x;
}

static inline int length(struct point p) {
  int sum = square(p.x) + square(p.y);
  if (sum < 0)
    sum = -sum;
  return sum;
}

static inline __attribute__((always_inline)) int farther(struct point a, struct point b) {
  return length(a) > length(b) ? 1 : 0;
}

volatile int sink;

int longest(const struct point *points, int count) {
  int best = 0;
  for (int i = 1; i < count; i++) {
    if (farther(points[i], points[best]))
      best = i;
  }
  return best;
}

__attribute__((noinline, cold)) static void unlikely(int why) {
  sink = why;
}

int classify(enum kind kind, const char *name) {
  switch (kind) {
    case ROUND: sink += name[0]; return 1;
    case FLAT: sink -= name[1]; return 2;
    case SHARP: sink ^= name[2]; return 4;
    case NONE: return total(&(struct point){1, 2}, name);
  }
  if (__builtin_expect(kind > 100, 0))
    unlikely(kind);
  return 0;
}

void _start(void) {
  struct point points[3] = {{1, 2}, {3, 4}, {5, sink}};
  sink = longest(points, 3) + classify(sink, "name");
  for (;;) {
  }
}
