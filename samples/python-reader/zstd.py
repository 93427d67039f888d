"""Zstandard frames (RFC 8878) without a dictionary: what Python before 3.14 has no module for."""

LL_DEFAULT = (6, [4, 3] + [2] * 11 + [1, 1, 1] + [2] * 9 + [3, 2] + [1] * 5 + [-1] * 4)
ML_DEFAULT = (6, [1, 4, 3] + [2] * 6 + [1] * 37 + [-1] * 7)
OF_DEFAULT = (5, [1] * 6 + [2] * 3 + [1] * 15 + [-1] * 5)


def _codes(plain, first, bits):
    """(baseline, extra bits) of each code: `plain` codes without extra bits from `first` on, then `bits`."""
    codes = [(first + i, 0) for i in range(plain)]
    base = first + plain
    for extra in bits:
        codes.append((base, extra))
        base += 1 << extra
    return codes


LL_CODES = _codes(16, 0, [1, 1, 1, 1, 2, 2, 3, 3, 4, 6] + list(range(7, 17)))
ML_CODES = _codes(32, 3, [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5] + list(range(7, 17)))


class ZstdError(Exception):
    """The bytes are no Zstandard frame that this decoder can read."""


class Backward:
    """Bits from the end of a stream to its beginning; zeros are read beyond that, as `left` tells."""

    def __init__(self, data):
        if not data or not data[-1]:
            raise ZstdError("a bit stream without its end mark")
        self.data = b"\0" * 8 + data
        self.left = 8 * len(data) - 9 + data[-1].bit_length()

    def read(self, n):
        self.left -= n
        if n == 0:
            return 0
        at = self.left + 64
        if at < 0:
            raise ZstdError("a bit stream is read beyond its beginning")
        word = int.from_bytes(self.data[at >> 3 : (at >> 3) + 8], "little")
        return (word >> (at & 7)) & ((1 << n) - 1)


class Fse:
    """A decoding table: for each state a symbol, the bits to read and the base of the next state."""

    def __init__(self, log, counts):
        self.log = log
        size = 1 << log
        symbols = [0] * size
        high = size
        for symbol, count in enumerate(counts):
            if count < 0:
                high -= 1
                symbols[high] = symbol
        at, step = 0, (size >> 1) + (size >> 3) + 3
        for symbol, count in enumerate(counts):
            for _ in range(max(count, 0)):
                symbols[at] = symbol
                at = (at + step) & (size - 1)
                while at >= high:
                    at = (at + step) & (size - 1)
        following = [max(count, 1) for count in counts]
        self.table = []
        for symbol in symbols:
            x = following[symbol]
            following[symbol] += 1
            bits = log - x.bit_length() + 1
            self.table.append((symbol, bits, (x << bits) - size))

    @staticmethod
    def described(data, at, most):
        """The table that is described at a place, and the place behind the description."""
        word = int.from_bytes(data[at : at + 512], "little")
        pos = 4
        log = (word & 15) + 5
        if log > most:
            raise ZstdError("a table of %d bits" % log)
        left, counts = 1 << log, []
        while left > 0:
            bits = (left + 1).bit_length()
            value = word >> pos & ((1 << bits) - 1)
            low = (1 << (bits - 1)) - 1
            short = (1 << bits) - 2 - left
            if value & low < short:
                value &= low
                pos += bits - 1
            else:
                value -= short if value > low else 0
                pos += bits
            counts.append(value - 1)
            left -= abs(value - 1)
            while value == 1:
                repeat = word >> pos & 3
                pos += 2
                counts += [0] * repeat
                if repeat < 3:
                    break
        if left < 0:
            raise ZstdError("a table whose counts are too many")
        return Fse(log, counts), at + (pos + 7) // 8


def _huffman(data, at):
    """The Huffman table that is described at a place: ([(symbol, bits)], its bits, place behind)."""
    head = data[at]
    at += 1
    weights = []
    if head >= 128:
        for i in range(head - 127):
            weights.append(data[at + i // 2] >> (0 if i & 1 else 4) & 15)
        at += (head - 126) // 2
    else:
        table, start = Fse.described(data, at, 6)
        at += head
        bits = Backward(data[start:at])
        states = [bits.read(table.log), bits.read(table.log)]
        turn = 0
        while True:
            symbol, count, base = table.table[states[turn]]
            weights.append(symbol)
            if count > bits.left:
                weights.append(table.table[states[1 - turn]][0])
                break
            states[turn] = base + bits.read(count)
            turn = 1 - turn
    total = sum(1 << (w - 1) for w in weights if w)
    log = total.bit_length()
    rest = (1 << log) - total
    if total == 0 or rest & (rest - 1) or log > 11:
        raise ZstdError("a Huffman table that is not whole")
    weights.append(rest.bit_length())
    table = []
    for weight in range(1, log + 1):
        for symbol, w in enumerate(weights):
            if w == weight:
                table += [(symbol, log + 1 - weight)] * (1 << (weight - 1))
    return table, log, at


def _literals_stream(data, huffman, size):
    table, log = huffman
    bits = Backward(data)
    data, left, mask = bits.data, bits.left + 64 - log, (1 << log) - 1
    out = bytearray(size)
    for i in range(size):
        at = left
        symbol, used = table[int.from_bytes(data[at >> 3 : (at >> 3) + 3], "little") >> (at & 7) & mask]
        out[i] = symbol
        left -= used
    if left != 64 - log:
        raise ZstdError("a stream of literals of another length")
    return out


def decompress(data):
    """The content of a frame."""
    if data[:4] != b"\x28\xb5\x2f\xfd":
        raise ZstdError("no Zstandard frame")
    flags = data[4]
    if flags & 3 or flags & 8:
        raise ZstdError("a frame with a dictionary")
    single = flags >> 5 & 1
    at = 5 + (1 - single) + ((1 if single else 0), 2, 4, 8)[flags >> 6]
    out = bytearray()
    state = {"huffman": None, "tables": [None] * 3, "offsets": [1, 4, 8]}
    last = False
    while not last:
        head = int.from_bytes(data[at : at + 3], "little")
        last, kind, size = head & 1, head >> 1 & 3, head >> 3
        at += 3
        if kind == 0:
            out += data[at : at + size]
            at += size
        elif kind == 1:
            out += data[at : at + 1] * size
            at += 1
        elif kind == 2:
            _block(data[at : at + size], out, state)
            at += size
        else:
            raise ZstdError("a reserved kind of block")
    return bytes(out)


def _literals(data, state):
    kind, form = data[0] & 3, data[0] >> 2 & 3
    if kind < 2:
        length = (1, 2, 1, 3)[form]
        head = int.from_bytes(data[:length], "little")
        size = head >> (3 if length == 1 else 4)
        if kind == 0:
            return data[length : length + size], length + size
        return data[length : length + 1] * size, length + 1
    length, bits = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
    head = int.from_bytes(data[:length], "little") >> 4
    size, packed = head & ((1 << bits) - 1), head >> bits
    at, end = length, length + packed
    if kind == 2:
        table, log, at = _huffman(data, at)
        state["huffman"] = (table, log)
    if state["huffman"] is None:
        raise ZstdError("literals without a table")
    if form == 0:
        return _literals_stream(data[at:end], state["huffman"], size), end
    sizes = [int.from_bytes(data[at + 2 * i : at + 2 * i + 2], "little") for i in range(3)]
    at += 6
    out, part = bytearray(), (size + 3) // 4
    for i in range(4):
        stop = end if i == 3 else at + sizes[i]
        out += _literals_stream(data[at:stop], state["huffman"], size - 3 * part if i == 3 else part)
        at = stop
    return out, end


def _block(data, out, state):
    literals, at = _literals(data, state)
    count = data[at]
    at += 1
    if count >= 128:
        if count < 255:
            count = (count - 128 << 8) + data[at]
            at += 1
        else:
            count = int.from_bytes(data[at : at + 2], "little") + 0x7F00
            at += 2
    if count == 0:
        out += literals
        return
    modes = data[at]
    at += 1
    tables = state["tables"]
    for i, (shift, default, most) in enumerate(((6, LL_DEFAULT, 9), (4, OF_DEFAULT, 8), (2, ML_DEFAULT, 9))):
        mode = modes >> shift & 3
        if mode == 0:
            tables[i] = Fse(*default)
        elif mode == 1:
            tables[i] = Fse(0, [0] * data[at] + [1])
            at += 1
        elif mode == 2:
            tables[i], at = Fse.described(data, at, most)
        elif tables[i] is None:
            raise ZstdError("a table is repeated that there is not")
    bits = Backward(data[at:])
    ll, of, ml = tables
    states = [bits.read(ll.log), bits.read(of.log), bits.read(ml.log)]
    offsets = state["offsets"]
    taken = 0
    for i in range(count):
        l_code, l_bits, l_base = ll.table[states[0]]
        o_code, o_bits, o_base = of.table[states[1]]
        m_code, m_bits, m_base = ml.table[states[2]]
        offset = (1 << o_code) + bits.read(o_code)
        base, extra = ML_CODES[m_code]
        match = base + bits.read(extra)
        base, extra = LL_CODES[l_code]
        length = base + bits.read(extra)
        if offset > 3:
            offsets[:] = [offset - 3, offsets[0], offsets[1]]
        else:
            which = offset - 1 + (length == 0)
            value = offsets[0] - 1 if which == 3 else offsets[which]
            if which:
                offsets[:] = [value, offsets[0], offsets[2] if which == 1 else offsets[1]]
        if i + 1 < count:
            states = [l_base + bits.read(l_bits), 0, m_base + bits.read(m_bits)]
            states[1] = o_base + bits.read(o_bits)
        out += literals[taken : taken + length]
        taken += length
        copy(out, offsets[0], match)
    if bits.left:
        raise ZstdError("a block with bits left over")
    out += literals[taken:]


def copy(out, offset, length):
    """Appends what stands so far back; a copy may overlap itself."""
    if not 0 < offset <= len(out):
        raise ZstdError("a copy from before the content")
    start = len(out) - offset
    if offset >= length:
        out += out[start : start + length]
    else:
        piece = bytes(out[start:])
        out += (piece * (length // offset + 1))[:length]
