"""Codec 3 of docs/trace-format.md: branch bits as runs."""

FIRST = 128
LONGEST = 65534
TABLE = (
    [1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048]
    + [2550, 2994, 3349, 3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095]
)


def _squash(x):
    i, f = (x + 2048) >> 7, (x + 2048) & 127
    return (TABLE[i] * (128 - f) + TABLE[i + 1] * f + 64) >> 7


SQUASH = [_squash(max(-2047, x)) for x in range(-2048, 2048)]
STRETCH = []
for _x in range(-2047, 2048):
    while len(STRETCH) <= SQUASH[_x + 2048]:
        STRETCH.append(_x)
SHARE = [655360 // (10 * c + 16) for c in range(61)]


class Coder:
    """Decodes bits, each with a chance of its own."""

    def __init__(self, data):
        self.data, self.at = data, 4
        self.low, self.high = 0, 0xFFFFFFFF
        self.code = int.from_bytes(data[:4].ljust(4, b"\0"), "big")

    def bit(self, chance):
        middle = self.low + (self.high - self.low >> 12) * chance
        bit = self.code <= middle
        if bit:
            self.high = middle
        else:
            self.low = middle + 1
        while (self.low ^ self.high) >> 24 == 0:
            self.low = self.low << 8 & 0xFFFFFFFF
            self.high = self.high << 8 & 0xFFFFFFFF | 0xFF
            byte = self.data[self.at] if self.at < len(self.data) else 0
            self.code = self.code << 8 & 0xFFFFFFFF | byte
            self.at += 1
        return int(bit)


class Model:
    """What is known of lengths; a chance and its count are a pair."""

    def __init__(self, coder):
        self.coder = coder
        self.chances = {}  # (context, node)
        self.weights = {}  # (which, node)

    def bit(self, contexts, which, node):
        pair = [self.chances.get((c, node), (1 << 21, 0)) for c in contexts]
        said = [STRETCH[chance >> 10] for chance, _ in pair]
        weights = self.weights.get((which, node), (26000, 26000))
        total = said[0] * weights[0] + said[1] * weights[1] >> 16
        p = SQUASH[min(2047, max(-2047, total)) + 2048]
        bit = self.coder.bit(p)
        error = (bit << 12) - p
        self.weights[which, node] = tuple(
            min(1 << 18, max(-1 << 18, w + (s * error + 512 >> 10))) for w, s in zip(weights, said)
        )
        aim = (1 << 22) - 1 if bit else 0
        for context, (chance, count) in zip(contexts, pair):
            chance += (aim - chance) * SHARE[count] >> 16
            self.chances[context, node] = chance, min(60, count + 1)
        return bit

    def length(self, contexts, which):
        e = 0
        while e < 15 and not self.bit(contexts, which, e):
            e += 1
        x = 1
        for _ in range(e):
            if x < 8:
                x = 2 * x + self.bit(contexts, which, 8 + 8 * min(e, 6) + x)
            else:
                x = 2 * x + self.coder.bit(2048)
        return x - 1


def decode(data, words):
    """The bytes of so many words of bits; ValueError if the data is not theirs."""
    coder = Coder(data)
    model = Model(coder)
    bits = bytearray(FIRST)  # one byte a bit
    end = FIRST + 64 * words
    longer, shorter = {}, {}
    copy = FIRST // 2
    path = 0  # the last 32 bits, the last one highest
    while len(bits) < end:
        at = len(bits)
        path = int(bits[-1:-33:-1].translate(DIGITS), 2)
        l, s = (path * 0x9E3779B1 & 0xFFFFFFFF) >> 15, path >> 16
        if l in longer:
            which, (copy, kind) = 2, longer[l]
        elif s in shorter:
            which, (copy, kind) = 1, shorter[s]
        else:
            which, kind = 0, 0
        n = model.length((32 * which + kind, 96 + (path >> 20)), which)
        if n > end - at:
            raise ValueError("a run of %d bits where %d are left" % (n, end - at))
        while len(bits) < at + n:  # a run may repeat itself
            bits += bits[copy + len(bits) - at : copy + n]
        high = n.bit_length() - 1
        longer[l] = shorter[s] = at, n if n < 4 else 2 * high + (n >> high - 1 & 1)
        copy += n
        if n < LONGEST and len(bits) < end:
            bits.append(1 - bits[copy])
            copy += 1
    if coder.at != len(data) + 3:
        raise ValueError("the coded bits have another length")
    number = int(bits[: FIRST - 1 : -1].translate(DIGITS), 2) if words else 0
    return number.to_bytes(8 * words, "little")


DIGITS = bytes([ord("0"), ord("1")]) + bytes(254)
