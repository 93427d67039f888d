/* Compiled and run inside the guest: every rounding mode with its exception flags, conversions at their edges, float,
 * double, quad precision in software, fused multiply-add, and a few numeric loops. Prints bits, not decimals. */
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t bits(double d) { uint64_t u; memcpy(&u, &d, sizeof u); return u; }
static uint32_t bitsf(float f) { uint32_t u; memcpy(&u, &f, sizeof u); return u; }
static double fromBits(uint64_t u) { double d; memcpy(&d, &u, sizeof d); return d; }

static uint64_t state = 88172645463325252u;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static uint64_t hash;
static void mix(uint64_t v) { hash = (hash ^ v) * 0x100000001b3u + (hash >> 29); }

/* Half of the operands are anything, half of similar size, so that sums cancel and round. */
static double operand(int i) {
  uint64_t r = next();
  return i & 1 ? fromBits(r) : fromBits((r & 0x800fffffffffffffu) | (uint64_t)(1000 + (r >> 52) % 46) << 52);
}

static void round_all(void) {
  static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  static const char *const names[] = {"nearest", "zero", "down", "up"};
  for (int m = 0; m < 4; m++) {
    fesetround(modes[m]);
    hash = 0;
    unsigned flags = 0;
    for (int i = 0; i < 20000; i++) {
      volatile double a = operand(i), b = operand(i), c = operand(i >> 1);
      volatile float fa = (float)a, fb = (float)b, fc = (float)c;
      feclearexcept(FE_ALL_EXCEPT);
      mix(bits(a + b)); mix(bits(a - b)); mix(bits(a * b)); mix(bits(a / b)); mix(bits(sqrt(a)));
      mix(bits(fma(a, b, c))); mix(bits(-fma(a, -b, c)));
      mix(bitsf(fa + fb)); mix(bitsf(fa * fb)); mix(bitsf(fa / fb)); mix(bitsf(sqrtf(fa))); mix(bitsf(fmaf(fa, fb, fc)));
      mix((uint64_t)(int64_t)a); mix((uint64_t)(int32_t)b); mix((uint64_t)c); mix((uint32_t)fa);
      mix(bits((double)(int64_t)next())); mix(bits((double)next())); mix(bitsf((float)(int64_t)next()));
      mix((uint64_t)llrint(a)); mix(bits(fmin(a, b))); mix(bits(fmax(a, b)));
      mix((uint64_t)((a < b) | (a <= b) << 1 | (a == b) << 2 | isunordered(a, b) << 3));
      int raised = fetestexcept(FE_ALL_EXCEPT);
      mix((uint64_t)raised);
      flags |= (unsigned)raised;
    }
    printf("%s %016llx flags %x\n", names[m], (unsigned long long)hash, flags);
  }
  fesetround(FE_TONEAREST);
}

static void quad(void) {
  long double x = 1, e = 0;
  for (int i = 1; i < 40; i++) {
    e += x;
    x /= i;
  }
  printf("e = %.34Lg, root of two = %.34Lg\n", e, sqrtl(2));
}

static void loops(void) {
  double y = 1, t = 0, h = 1.0 / 4096;
  for (int i = 0; i < 40960; i++) {
    double k1 = -y + sin(t), k2 = -(y + h / 2 * k1) + sin(t + h / 2), k3 = -(y + h / 2 * k2) + sin(t + h / 2), k4 = -(y + h * k3) + sin(t + h);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t += h;
  }
  printf("y(10) = %a\n", y);
  const unsigned __int128 multiplier = (unsigned __int128)0x2360ed051fc65da4u << 64 | 0x4385df649fccf645u;
  unsigned __int128 p = 1;
  for (int i = 0; i < 100000; i++) p = p * multiplier + 0x5851f42d4c957f2du;
  printf("%016llx%016llx\n", (unsigned long long)(p >> 64), (unsigned long long)p);
  uint32_t count = 0;
  for (int i = 0; i < 100000; i++) {
    uint64_t v = next();
    count += (uint32_t)__builtin_popcountll(v) + (uint32_t)__builtin_clzll(v | 1) * 3 + (uint32_t)__builtin_ctzll(v | 1ull << 63) * 5;
    count ^= (uint32_t)(v % (next() | 1)) + (uint32_t)((int64_t)v / ((int64_t)next() | 1));
  }
  printf("%08x\n", count);
  for (double d = 1e-320; d < 1e300; d *= 1e62) printf("%.17g %a %.20f\n", d, d, d > 1 ? 1 / d : d);
}

int main(void) {
  round_all();
  quad();
  loops();
  return 0;
}
