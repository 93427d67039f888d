struct point {
  int x, y;
};

enum kind { NONE, ROUND, FLAT, SHARP = 9 };

static inline int twice(int v) {
  return 2 * v + 1;
}

int total(const struct point *p, const char *name);
