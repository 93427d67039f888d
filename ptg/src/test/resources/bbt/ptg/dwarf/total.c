#include "shapes.h"

static unsigned hash(const char *text) {
  unsigned h = 5381;
  while (*text)
    h = h * 33 + (unsigned char) *text++;
  return h;
}

int total(const struct point *p, const char *name) {
  unsigned h = hash(name);
  int sum = twice(p->x) + twice(p->y);
  return sum + (int) (h % 7);
}
