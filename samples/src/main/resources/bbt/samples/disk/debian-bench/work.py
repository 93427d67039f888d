"""Objects, dictionaries, big integers, floats, text and closures: what a Python program spends its time on."""
import hashlib
import json
import math
import re


class Body:
    __slots__ = ("x", "y", "vx", "vy", "mass")

    def __init__(self, i):
        self.x, self.y, self.vx, self.vy, self.mass = math.cos(i), math.sin(i), 0.0, 0.0, 1.0 + i % 3


def bodies(count, steps):
    all_of_them = [Body(i) for i in range(count)]
    for _ in range(steps):
        for a in all_of_them:
            for b in all_of_them:
                if a is not b:
                    dx, dy = b.x - a.x, b.y - a.y
                    f = b.mass / (dx * dx + dy * dy + 0.01) ** 1.5 * 0.0001
                    a.vx += dx * f
                    a.vy += dy * f
        for a in all_of_them:
            a.x += a.vx
            a.y += a.vy
    return sum(a.x * a.y for a in all_of_them)


def words(count):
    n, counts = 12345, {}
    for _ in range(count):
        n = (n * 1103515245 + 12345) % 2147483648
        word = "%x" % (n % 9973)
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def queens(n, row=0, columns=0, left=0, right=0):
    if row == n:
        return 1
    found, free = 0, ~(columns | left | right) & ((1 << n) - 1)
    while free:
        bit = free & -free
        free ^= bit
        found += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return found


counted = words(100000)
text = json.dumps(counted)
print(bodies(12, 100).hex(), queens(7), math.factorial(2000) % 1000003, sum(map(int, str(7**4000))))
print(len(re.findall(r"\b[a-f]+\d+\b", text)), hashlib.sha256(text.encode()).hexdigest(), len(json.loads(text)))
