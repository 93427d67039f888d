// Floating-point workloads. Compiled without contraction, so that guest and host compute the same bits; where a fused
// multiply-add is wanted it is written.
#include "kernels.h"

#define NOINLINE __attribute__((noinline))
#define LENGTH(array) (sizeof(array) / sizeof *(array))

static uint64_t bits(double x) {
  union { double d; uint64_t u; } v = {x};
  return v.u;
}

static uint64_t mix(uint64_t h, uint64_t x) { return (h ^ x) * 0x9E3779B97F4A7C15ull; }

// ---- matrix product, double and float

#define N 128
static double da[N][N], db[N][N], dc[N][N];
static float fa[N][N], fb[N][N], fc[N][N];

NOINLINE static void multiply_double(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += da[i][k] * db[k][j];
      dc[i][j] = sum;
    }
}

NOINLINE static void multiply_float(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      float sum = 0;
      for (int k = 0; k < N; k++) sum += fa[i][k] * fb[k][j];
      fc[i][j] = sum;
    }
}

static uint64_t matmul_double(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      da[i][j] = 1.0 / (i + j + 1);
      db[i][j] = (i - j) * 0.1;
    }
  uint64_t h = 0;
  for (int round = 0; round < 24; round++) {
    multiply_double();
    h = mix(h, bits(dc[round][N - 1 - round]));
    da[round][round] += dc[1][round];
  }
  return h;
}

static uint64_t matmul_float(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      fa[i][j] = 1.0f / (i + j + 1);
      fb[i][j] = (i - j) * 0.1f;
    }
  uint64_t h = 0;
  for (int round = 0; round < 24; round++) {
    multiply_float();
    h = mix(h, bits(fc[round][N - 1 - round]));
    fa[round][round] += fc[1][round];
  }
  return h;
}

// ---- the same with small integers: every result is exact, so the inexact flag stays clear

static uint64_t matmul_exact(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      da[i][j] = (i * 7 + j) % 31 - 15;
      db[i][j] = (i + j * 5) % 29 - 14;
    }
  uint64_t h = 0;
  for (int round = 0; round < 24; round++) {
    multiply_double();
    h = mix(h, bits(dc[round][N - 1 - round]));
    da[round][round] += round;
  }
  return h;
}

// ---- fast Fourier transform

#define POINTS 4096
static double re[POINTS], im[POINTS], cosines[POINTS / 2], sines[POINTS / 2];

// Cosine and sine of 2 pi i / POINTS by Taylor's series: only arithmetic.
static void angles(void) {
  for (int i = 0; i < POINTS / 2; i++) {
    double x = 6.283185307179586 * i / POINTS, term = 1, c = 0, s = 0;
    for (int k = 1; k < 40; k += 2) {
      c += term;
      term = term * x / k;
      s += term;
      term = -term * x / (k + 1);
    }
    cosines[i] = c;
    sines[i] = s;
  }
}

NOINLINE static void transform(void) {
  for (int i = 0, j = 0; i < POINTS; i++) {
    if (i < j) {
      double t = re[i]; re[i] = re[j]; re[j] = t;
      t = im[i]; im[i] = im[j]; im[j] = t;
    }
    int bit = POINTS >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
  }
  for (int size = 2; size <= POINTS; size *= 2) {
    int half = size / 2, step = POINTS / size;
    for (int base = 0; base < POINTS; base += size)
      for (int k = 0; k < half; k++) {
        double c = cosines[k * step], s = sines[k * step];
        int a = base + k, b = a + half;
        double x = re[b] * c + im[b] * s, y = im[b] * c - re[b] * s;
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
  }
}

static uint64_t fft(void) {
  angles();
  for (int i = 0; i < POINTS; i++) {
    re[i] = i % 17 - 8.5;
    im[i] = i % 5 * 0.25;
  }
  uint64_t h = 0;
  for (int round = 0; round < 800; round++) {
    transform();
    for (int i = 0; i < POINTS; i++) {
      re[i] *= 1.0 / 64;
      im[i] *= 1.0 / 64;
    }
    h = mix(h, bits(re[round & 1023]));
  }
  return h;
}

// ---- gravity: divisions and square roots

#define BODIES 5
static double position[BODIES][3], velocity[BODIES][3], mass[BODIES];

NOINLINE static void advance(double dt) {
  for (int i = 0; i < BODIES; i++)
    for (int j = i + 1; j < BODIES; j++) {
      double dx = position[i][0] - position[j][0], dy = position[i][1] - position[j][1], dz = position[i][2] - position[j][2];
      double square = dx * dx + dy * dy + dz * dz;
      double magnitude = dt / (square * __builtin_sqrt(square));
      velocity[i][0] -= dx * mass[j] * magnitude;
      velocity[i][1] -= dy * mass[j] * magnitude;
      velocity[i][2] -= dz * mass[j] * magnitude;
      velocity[j][0] += dx * mass[i] * magnitude;
      velocity[j][1] += dy * mass[i] * magnitude;
      velocity[j][2] += dz * mass[i] * magnitude;
    }
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < 3; k++) position[i][k] += dt * velocity[i][k];
}

static uint64_t nbody(void) {
  for (int i = 0; i < BODIES; i++) {
    mass[i] = i == 0 ? 39.5 : 0.01 * i;
    for (int k = 0; k < 3; k++) {
      position[i][k] = i * (3.3 - k * 1.4) + (i == k + 1) * 2.7;
      velocity[i][k] = i == 0 ? 0 : (k == 1 ? 2.9 : 0.3 * k) / i;
    }
  }
  uint64_t h = 0;
  for (int step = 0; step < 400000; step++) advance(0.001);
  for (int i = 0; i < BODIES; i++) h = mix(h, bits(position[i][0]));
  return h;
}

// ---- Mandelbrot set, double and float

NOINLINE static int escape_double(double cr, double ci) {
  double zr = 0, zi = 0;
  int n = 0;
  while (n < 400 && zr * zr + zi * zi < 4) {
    double t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    n++;
  }
  return n;
}

NOINLINE static int escape_float(float cr, float ci) {
  float zr = 0, zi = 0;
  int n = 0;
  while (n < 400 && zr * zr + zi * zi < 4) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    n++;
  }
  return n;
}

static uint64_t mandelbrot_double(void) {
  uint64_t h = 0;
  for (int y = 0; y < 240; y++)
    for (int x = 0; x < 320; x++) h = mix(h, escape_double(-2 + x * (3.0 / 320), -1 + y * (2.0 / 240)));
  return h;
}

static uint64_t mandelbrot_float(void) {
  uint64_t h = 0;
  for (int y = 0; y < 240; y++)
    for (int x = 0; x < 320; x++) h = mix(h, escape_float(-2 + x * (3.0f / 320), -1 + y * (2.0f / 240)));
  return h;
}

// ---- polynomials by Horner's rule, fused

static const double coefficients[] = {1, -0.5, 0.3333, -0.25, 0.2, -0.1666, 0.1428, -0.125, 0.1111, -0.1, 0.0909, -0.0833};

NOINLINE static double horner(double x) {
  double sum = 0;
  for (unsigned k = 0; k < LENGTH(coefficients); k++) sum = __builtin_fma(sum, x, coefficients[k]);
  return sum;
}

static uint64_t polynomial(void) {
  uint64_t h = 0;
  double x = -1;
  for (int i = 0; i < 6000000; i++) {
    h += bits(horner(x)) >> 20;
    x += 5e-7;
  }
  return h;
}

// ---- conversions and comparisons: quantising samples

#define SAMPLES 4096
static float samples[SAMPLES];
static int16_t quantised[SAMPLES];

NOINLINE static int64_t quantise(double gain) {
  int64_t sum = 0;
  for (int i = 0; i < SAMPLES; i++) {
    double v = samples[i] * gain;
    v = v > 32767 ? 32767 : v < -32768 ? -32768 : v;
    int q = (int) v;
    quantised[i] = (int16_t) q;
    double error = v - q;
    sum += (int64_t) (error * 1000);
    samples[i] = (float) (q * (1.0 / 32768));
    samples[i] += (float) (sum & 3) * 1e-3f;
  }
  return sum;
}

static uint64_t convert(void) {
  for (int i = 0; i < SAMPLES; i++) samples[i] = (float) (i * 37 % 1000 - 500) / 499;
  uint64_t h = 0;
  for (int round = 0; round < 4000; round++) h = mix(h, (uint64_t) quantise(32000 + (round & 1023)));
  return h;
}

// ---- elementary functions: range reduction, then a polynomial

static double from_bits(uint64_t u) {
  union { uint64_t u; double d; } v = {u};
  return v.d;
}

// The value of a power series at x; c has its coefficients, that of the highest power first.
static double series(const double *c, unsigned n, double x) {
  double sum = 0;
  for (unsigned i = 0; i < n; i++) sum = sum * x + c[i];
  return sum;
}

static int nearest(double x) { return (int) (x < 0 ? x - 0.5 : x + 0.5); }

// 2^k * e^r, |r| <= ln 2 / 2; ln 2 is the sum of two constants, so that k times the first is exact.
NOINLINE static double exponential(double x) {
  static const double c[] = {1. / 39916800, 1. / 3628800, 1. / 362880, 1. / 40320, 1. / 5040, 1. / 720,
                             1. / 120, 1. / 24, 1. / 6, 0.5, 1, 1};
  int k = nearest(x * 1.4426950408889634);
  double r = x - k * 0x1.62e42feep-1 - k * 0x1.a39ef35793c76p-33;
  return series(c, LENGTH(c), r) * from_bits((uint64_t) (k + 1023) << 52);
}

// k quarter turns are taken off; the rest needs the sine or the cosine.
NOINLINE static double sine(double x) {
  static const double s[] = {-1. / 1307674368e3, 1. / 6227020800, -1. / 39916800, 1. / 362880, -1. / 5040, 1. / 120, -1. / 6, 1};
  static const double c[] = {1. / 20922789888e3, -1. / 87178291200, 1. / 479001600, -1. / 3628800, 1. / 40320, -1. / 720, 1. / 24, -0.5, 1};
  int k = nearest(x * 0.63661977236758134);
  double r = x - k * 0x1.921fb54400000p0 - k * 0x1.0b4611a626331p-34;
  double y = k & 1 ? series(c, LENGTH(c), r * r) : r * series(s, LENGTH(s), r * r);
  return k & 2 ? -y : y;
}

// ln(2^k * m) = k ln 2 + 2 artanh((m - 1) / (m + 1)), m between the square roots of 1/2 and of 2.
NOINLINE static double logarithm(double x) {
  static const double c[] = {1. / 21, 1. / 19, 1. / 17, 1. / 15, 1. / 13, 1. / 11, 1. / 9, 1. / 7, 1. / 5, 1. / 3, 1};
  int k = (int) (bits(x) >> 52) - 1023;
  double m = from_bits((bits(x) & 0xFFFFFFFFFFFFFull) | 1023ull << 52);
  if (m > 1.4142135623730951) m *= 0.5, k++;
  double s = (m - 1) / (m + 1);
  return k * 0.69314718055994531 + 2 * s * series(c, LENGTH(c), s * s);
}

static uint64_t libm(void) {
  uint64_t h = 0;
  double x = 0.001;
  for (int i = 0; i < 500000; i++) {
    double y = exponential(sine(x) + logarithm(x + 1));
    h = mix(h, bits(y));
    x += 1.0 / 4096;
  }
  return h;
}

const struct kernel kernels[] = {
  {"matmul-double", matmul_double}, {"matmul-float", matmul_float}, {"matmul-exact", matmul_exact}, {"fft", fft},
  {"nbody", nbody}, {"mandelbrot-double", mandelbrot_double}, {"mandelbrot-float", mandelbrot_float},
  {"polynomial-fma", polynomial}, {"convert", convert}, {"libm", libm},
};
const int kernel_count = LENGTH(kernels);
