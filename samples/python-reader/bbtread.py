#!/usr/bin/env python3
"""A second reader of Branch Bitstream traces, written from docs/trace-format.md alone.

    bbtread.py TRACE                 # what the trace covers, every check that this reader knows
    bbtread.py TRACE --text          # HART COUNT PC of every instruction, in the order of all harts
    bbtread.py TRACE --pcs FILE      # the same pcs as u64, little-endian; FILE may be - for standard output

It knows as much of RV64GC as the format needs: how long instructions are, how a node ends, where jumps go.
It needs Python 3.8 and nothing else. It mends nothing: a damaged trace is refused (bbt reads it), and so are an archive
(codec 4: bbt trace recompress makes a trace of it) and a ring of several harts.
What the trace says beside the flow, such as names, tasks, times and causes of traps, it passes over.
"""

import argparse
import array
import struct
import sys

import riscv
import runs
import zstd

MASK = (1 << 64) - 1
SYNC = b"\xf1\x9b\x43\x48\x4e\x4b\xa5\xc3"
HEADER, FRAME, SIDEBAND, CHECKPOINT, INDEX, END, EPOCH, SCHEDULE, PARITY = range(1, 10)
NORMAL, EXCEPTION, SWITCH, GAP = range(4)
RESET, FIRMWARE = 0, 5


class TraceError(Exception):
    """What is wrong with a file, in one line."""


# ---- numbers, checks, codecs


class Bytes:
    """Numbers and text out of a chunk's content."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def fixed(self, form):
        value = struct.unpack_from("<" + form, self.data, self.at)[0]
        self.at += struct.calcsize("<" + form)
        return value

    def varint(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value & MASK

    def signed(self):
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def text(self):
        size = self.varint()
        self.at += size
        return self.data[self.at - size : self.at].decode("utf-8", "replace")


def _crc_table():
    table = []
    for i in range(256):
        for _ in range(8):
            i = i >> 1 ^ (0x82F63B78 if i & 1 else 0)
        table.append(i)
    return table


CRC_TABLE = _crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    table = CRC_TABLE
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def rotl(x, n):
    return (x << n | x >> 64 - n) & MASK


def xxhash64(data, seed):
    p1, p2, p3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
    p4, p5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5

    def turn(acc, word):
        return rotl((acc + word * p2) & MASK, 31) * p1 & MASK

    size, at = len(data), 0
    if size >= 32:
        v = [(seed + p1 + p2) & MASK, (seed + p2) & MASK, seed, (seed - p1) & MASK]
        for at in range(0, size - 31, 32):
            words = struct.unpack_from("<4Q", data, at)
            v = [turn(v[i], words[i]) for i in range(4)]
        at += 32
        h = (rotl(v[0], 1) + rotl(v[1], 7) + rotl(v[2], 12) + rotl(v[3], 18)) & MASK
        for acc in v:
            h = ((h ^ turn(0, acc)) * p1 + p4) & MASK
    else:
        h = (seed + p5) & MASK
    h = (h + size) & MASK
    while at + 8 <= size:
        h = (rotl(h ^ turn(0, struct.unpack_from("<Q", data, at)[0]), 27) * p1 + p4) & MASK
        at += 8
    if at + 4 <= size:
        h = (rotl(h ^ struct.unpack_from("<I", data, at)[0] * p1 & MASK, 23) * p2 + p3) & MASK
        at += 4
    for byte in data[at:]:
        h = rotl(h ^ byte * p5 & MASK, 11) * p1 & MASK
    h = (h ^ h >> 33) * p2 & MASK
    h = (h ^ h >> 29) * p3 & MASK
    return h ^ h >> 32


def lz4(data, size):
    """The content of an LZ4 block."""
    out, at = bytearray(), 0
    while at < len(data):
        token = data[at]
        at += 1
        lengths = [token >> 4, token & 15]
        if lengths[0] == 15:
            at = _lz4_more(data, at, lengths, 0)
        out += data[at : at + lengths[0]]
        at += lengths[0]
        if at >= len(data):
            break  # the last sequence has literals alone
        offset = data[at] | data[at + 1] << 8
        at += 2
        if lengths[1] == 15:
            at = _lz4_more(data, at, lengths, 1)
        zstd.copy(out, offset, lengths[1] + 4)
    return bytes(out)


def _lz4_more(data, at, lengths, which):
    while True:
        lengths[which] += data[at]
        at += 1
        if data[at - 1] < 255:
            return at


def unzstd(data, size):
    try:
        from compression import zstd as library  # Python 3.14
    except ImportError:
        return zstd.decompress(data)
    return library.decompress(data)


def unruns(data, size):
    """A frame's content, of which the branch bits were coded as runs."""
    b = Bytes(data)
    place, words, length = b.varint(), b.varint(), b.varint()
    left = size - 8 * words
    if left < place or length > len(data) - b.at:
        raise TraceError("damaged: the parts of a frame do not add up")
    rest = data[b.at : b.at + length]
    if length != left:
        rest = unzstd(rest, left)
    try:
        bits = runs.decode(data[b.at + length :], words)
    except ValueError as wrong:
        raise TraceError("damaged: %s" % wrong) from None
    return rest[:place] + bits + rest[place:]


CODECS = {0: lambda data, size: data, 1: lz4, 2: unzstd, 3: unruns}


# ---- chunks


class Chunk:
    """A chunk whose every check was right."""

    def __init__(self, kind, hart, start, end, hash_, content):
        self.kind, self.hart, self.start, self.end = kind, hart, start, end
        self.hash, self.content = hash_, content

    def seeded(self):
        """What it gives to a hash over chunks."""
        return self.hash ^ rotl(self.start, 32) ^ self.hart << 8 ^ self.kind


def chunks(data):
    """All chunks of a file up to END, in order, checked; (version, chunk)."""
    if data[:8] != b"\x89BBT\r\n\x1a\n":
        raise TraceError("this is no Branch Bitstream trace")
    major, minor, check = struct.unpack_from("<HHI", data, 8)
    if (major, minor) not in ((0, 4), (0, 5), (0, 6), (0, 7), (0, 8), (1, 0)):
        raise TraceError("version %d.%d of the format is not known" % (major, minor))
    if (major, minor) > (0, 4) and check != crc32c(data[:12]):
        raise TraceError("damaged: the check of the first 12 bytes is wrong")
    at = 16
    while True:
        chunk, length = read_chunk(data, at)
        at += length
        if chunk is None:
            continue
        yield chunk
        if chunk.kind == END:
            return


def read_chunk(data, at):
    """The chunk at an offset (None for a type that is not known or has no content for a walk), its length."""
    head = data[at : at + 48]
    if len(head) < 48:
        raise TraceError("cut at offset %d: there is no END" % at)
    kind, codec, hart, check, stored, size, crc, hash_, start, end = struct.unpack_from("<BBBBIIIQQQ", head, 8)
    wrong = check
    for byte in head[8:11] + head[12:20] + head[24:48]:
        wrong ^= byte
    if head[:8] != SYNC or wrong:
        raise TraceError("damaged at offset %d: no chunk stands there" % at)
    body = data[at + 48 : at + 48 + stored]
    if len(body) < stored:
        raise TraceError("cut at offset %d: the chunk is not whole" % at)
    if crc != crc32c(head[8:20] + head[24:48] + body):
        raise TraceError("damaged at offset %d: the chunk's checksum is wrong" % at)
    if not HEADER <= kind <= SCHEDULE:
        return None, 48 + stored
    if codec == 4:
        raise TraceError("this is an archive, which this reader does not read: bbt trace recompress makes a trace of it")
    if codec not in CODECS:
        raise TraceError("the chunk at offset %d has codec %d, which this reader does not know" % (at, codec))
    content = CODECS[codec](body, size)
    k = 0x9E3779B97F4A7C15
    seed = ((start * k ^ end) * k + (hart << 8 | kind)) & MASK
    if len(content) != size or xxhash64(content, seed) != hash_:
        raise TraceError("damaged at offset %d: the chunk's content hash is wrong" % at)
    return Chunk(kind, hart, start, end, hash_, content), 48 + stored


# ---- one hart


class Packet:
    """A packet header with its supplement; counts are the hart's."""

    __slots__ = ("kind", "cause", "mode", "count", "bits", "targets", "pc", "epc", "hash", "space", "gap")


class Frame:
    """A frame: the state at its start, its packets, bits and targets."""

    def __init__(self, chunk):
        b = Bytes(chunk.content)
        flags = b.fixed("B")
        self.hashed, self.compact = flags & 1, flags >> 1 & 1
        self.start, self.end = chunk.start, chunk.end
        self.pc, self.mode, self.space, task = b.varint(), b.fixed("B"), b.varint(), b.varint()
        if flags & 4:
            b.varint()  # the clock
        self.sidebands = b.varint() if flags & 8 else None
        packets, bits, targets, _, _ = (b.varint() for _ in range(5))
        count, pc, space = self.start, self.pc, self.space
        self.packets = []
        for _ in range(packets):
            p = Packet()
            head = b.fixed("B")
            p.kind, p.cause, p.mode = head & 3, head >> 2 & 7, head >> 5 & 3
            count += b.varint()
            p.bits, p.targets = b.varint(), b.varint()
            before = pc
            pc = pc + b.signed() & MASK
            p.count, p.pc, p.epc, p.hash, p.gap = count, pc, None, None, 0
            if p.kind == EXCEPTION:
                b.varint()  # cause
                p.epc = before + b.signed() & MASK
                if b.fixed("B") == 2:
                    b.fixed("Q")  # tval
                if self.hashed:
                    p.hash = b.fixed("Q")
            elif p.kind == SWITCH:
                space += b.signed()
                b.fixed("Q"), b.signed(), b.fixed("Q"), b.fixed("Q")
            elif p.kind == GAP:
                p.gap = b.varint()
                space += b.signed()
                b.signed()  # task
            p.space = space
            self.packets.append(p)
        words = (bits + 63) // 64
        stream = int.from_bytes(b.data[b.at : b.at + 8 * words], "little")
        # "10110..." as characters is the fastest row of bits that Python has.
        self.bits = bin(stream | 1 << bits)[:2:-1] if bits else ""
        b.at += 8 * words
        if self.compact:
            at = self.pc
            self.targets = []
            for _ in range(targets):
                at = at + b.signed() & MASK
                self.targets.append(at)
        else:
            self.targets = [b.fixed("Q") for _ in range(targets)]


class Predictor:
    """Empty at the start of each frame."""

    def __init__(self):
        self.calls, self.sites, self.traps = [], {}, []

    def push_call(self, address):
        self.calls.append(address)
        if len(self.calls) > 1024:
            del self.calls[0]

    def push_trap(self, epc):
        self.traps.append(epc)
        if len(self.traps) > 16:
            del self.traps[0]


class Hart:
    """Walks one hart: `run` yields (pcs of executed instructions as u64, their number) piece by piece."""

    def __init__(self, number, dropped):
        self.number = number
        self.count = None if dropped else 0  # retired; what a ring dropped ends where the first frame begins
        self.records = {1: [], 2: []}  # CODE and MAPPING, each by count
        self.frames = []
        self.sidebands = 0
        self.code = {}  # physical address -> halfword
        self.maps = {}  # (address space, virtual page) -> physical page; space -1 is global
        self.nodes = {}  # (address space, pc) -> Node
        self.hash = None if dropped else 0  # None: not known, behind a gap or what was dropped
        self.exceptions = 0

    def sideband(self, chunk):
        b = Bytes(chunk.content)
        count = chunk.start
        while b.at < len(b.data):
            kind = b.fixed("B")
            count += b.varint()
            if kind == 1:
                line, mask = b.varint() << 6, b.fixed("I")
                halves = [(line + 2 * i, b.fixed("H")) for i in range(32) if mask >> i & 1]
                self.records[1].append((count, halves))
            elif kind == 2:
                space, virtual, physical = b.varint() - 1, b.signed() & (1 << 52) - 1, b.varint()
                self.records[2].append((count, (space, virtual), physical))
            elif kind == 3:
                b.fixed("Q"), b.varint(), b.text()
            elif kind == 4:
                b.varint()
            elif kind == 5:
                b.text(), b.varint()
                for _ in range(b.varint()):
                    b.signed(), b.text()
            elif kind == 6:
                b.text(), b.text()
            elif kind == 7:
                given, first = b.varint(), self.count is None and self.sidebands == 0
                self.sidebands = given if first else self.sidebands + 1
                if given != self.sidebands:
                    raise TraceError("hart %d: a SIDEBAND before count %d is missing" % (self.number, count))
            else:
                raise TraceError("a record of kind %d is not known" % kind)

    def frame(self, chunk):
        frame = Frame(chunk)
        if frame.sidebands not in (None, self.sidebands):
            raise TraceError("hart %d: a SIDEBAND before count %d is missing" % (self.number, chunk.start))
        self.frames.append(frame)
        if self.count is None:
            self.count = frame.start

    # ---- the walk

    def run(self):
        """All executed instructions of this hart: (pcs, how many); pcs are None where nothing was recorded."""
        for chunk in self.frames:
            yield from self.walk(chunk)

    def walk(self, frame):
        if self.count != frame.start:
            raise TraceError("hart %d: a frame begins at %d, not at %d" % (self.number, frame.start, self.count))
        self.predictor = Predictor()
        self.bit = self.target = 0
        self.at, self.mode, self.space = frame.pc, frame.mode, frame.space
        packets = frame.packets
        for i, packet in enumerate(packets):
            if packet.count != self.count:
                raise TraceError("hart %d: a packet at %d, not at %d" % (self.number, packet.count, self.count))
            self.enter(packet)
            if packet.gap:
                self.count += packet.gap
                self.hash = None
                yield None, packet.gap
            bits, targets = self.bit + packet.bits, self.target + packet.targets
            yield from self.until(frame, packets[i + 1].count if i + 1 < len(packets) else frame.end)
            if (self.bit, self.target) != (bits, targets):
                raise TraceError("hart %d: the packet before count %d has other bits or targets" % (self.number, self.count))
        if self.count != frame.end:
            raise TraceError("hart %d: the frame ends at %d, not at %d" % (self.number, frame.end, self.count))

    def enter(self, packet):
        self.at = packet.pc
        self.space = packet.space
        if packet.kind == EXCEPTION:
            self.mode = packet.mode
            self.exceptions += 1
            if packet.hash is not None:
                if self.hash is None:
                    self.hash = packet.hash
                elif packet.hash != self.hash:
                    raise TraceError("hart %d: the verify hash at count %d is wrong" % (self.number, self.count))
            if packet.cause not in (RESET, FIRMWARE):
                self.predictor.push_trap(packet.epc)
        elif packet.kind == GAP:
            self.mode = packet.mode

    def until(self, frame, end):
        """Walks from node to node up to a count."""
        nodes, hashed = self.nodes, frame.hashed
        while self.count < end:
            space = 0 if self.mode == 3 else self.space
            while self.records_at(2) <= self.count:
                self.map()
            node = nodes.get((space, self.at)) or self.find(space)
            size = node.size
            while self.records_at(1) < self.count + node.size or (
                node.unknown and self.records_at(1) == self.count + node.size
            ):
                size = self.records_at(1) - self.count
                if self.changes(node.words[:size], space):
                    break  # a store has cut the node there; its first part ran with the old bytes
                self.announce()
                node = nodes.get((space, self.at)) or self.find(space)
                size = node.size
            size = min(size, end - self.count)
            if size == 0:
                raise TraceError("hart %d: no code is known at %x, count %d" % (self.number, self.at, self.count))
            if hashed and self.hash is not None:
                self.verify(node, size)
            self.count += size
            yield (node.pcs if size == node.size else node.pcs[: 8 * size]), size
            if size < node.size:
                # An exception, a switch or other code within the node; the first two say where it goes on.
                self.at = node.words[size][0]
            else:
                self.follow(node, frame)

    def follow(self, node, frame):
        flow = node.flow
        if flow.kind <= riscv.ENDS:
            self.at = node.next
        elif flow.kind == riscv.BRANCH:
            taken = frame.bits[self.bit]
            self.bit += 1
            self.at = flow.target & MASK if taken == "1" else node.next
        elif flow.kind == riscv.JUMP:
            self.at = flow.target & MASK
        elif flow.kind == riscv.INDIRECT:
            self.at = self.jump(node, frame)
        else:
            self.at = self.trap_return(frame)
            self.mode = int(frame.bits[self.bit]) | int(frame.bits[self.bit + 1]) << 1
            self.bit += 2
        if flow.push and frame.compact:
            self.predictor.push_call(node.next)

    def next_bit(self, frame):
        self.bit += 1
        return frame.bits[self.bit - 1] == "1"

    def next_target(self, frame):
        self.target += 1
        return frame.targets[self.target - 1]

    def jump(self, node, frame):
        if not frame.compact:
            return self.next_target(frame)
        predictor = self.predictor
        if node.flow.pop:
            popped = predictor.calls.pop() if predictor.calls else None
            if self.next_bit(frame):
                return self.predicted(popped)
        known = predictor.sites.setdefault(node.last, [])
        for target in known:
            if self.next_bit(frame):
                return target
        target = self.next_target(frame)
        if len(known) < 7:
            known.append(target)
        return target

    def trap_return(self, frame):
        if not frame.compact:
            return self.next_target(frame)
        traps = self.predictor.traps
        epc = traps.pop() if traps else None
        if self.next_bit(frame):
            return self.predicted(epc)
        if self.next_bit(frame):
            return self.predicted(epc) + 4 & MASK
        return self.next_target(frame)

    def predicted(self, address):
        if address is None:
            raise TraceError("hart %d: at count %d an empty stack predicts" % (self.number, self.count))
        return address

    def verify(self, node, size):
        p, m = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
        for pc, word in node.words[:size]:
            z = (pc ^ word << 32 ^ signed_word(word) * m) & MASK
            z = (z ^ z >> 32) * m & MASK
            self.hash = (self.hash * p + (z ^ z >> 29)) & MASK

    # ---- code and mappings

    def records_at(self, kind):
        """The count of the next CODE or MAPPING record."""
        records = self.records[kind]
        return records[0][0] if records else 1 << 62

    def announce(self):
        _, halves = self.records[1].pop(0)
        for address, half in halves:
            if self.code.get(address, half) != half:
                self.nodes.clear()  # code has changed
            self.code[address] = half

    def changes(self, words, space):
        """Whether the next CODE record changes bytes of these instructions."""
        halves = dict(self.records[1][0][1])
        for pc, word in words:
            for at in range(pc, pc + riscv.length(word), 2):
                address = self.page(space, at >> 12) << 12 | at & 0xFFF
                if halves.get(address, self.code[address]) != self.code[address]:
                    return True
        return False

    def map(self):
        _, key, page = self.records[2].pop(0)
        self.maps[key] = page
        self.nodes.clear()

    def page(self, space, virtual):
        """The physical page at a virtual one; None if it is not known."""
        return self.maps.get((space, virtual), self.maps.get((-1, virtual))) if space else virtual

    def half(self, space, address):
        """The halfword at a virtual address; None if it is not known."""
        page = self.page(space, address >> 12)
        return None if page is None else self.code.get(page << 12 | address & 0xFFF)

    def find(self, space):
        """The node at the pc, as far as its code is known."""
        at, words, flow, unknown = self.at, [], riscv.NEXT, False
        page = at >> 12
        before = None
        while flow.kind == riscv.STRAIGHT and at >> 12 == page:
            word = self.half(space, at)
            if word is not None and riscv.length(word) == 4:
                if words and at & 0xFFF == 0xFFE:
                    break  # it straddles two pages: a node of its own
                second = self.half(space, at + 2 & MASK)
                word = None if second is None else word | second << 16
            if word is None:
                unknown = True
                break
            flow = riscv.flow(word, at)
            if flow.kind == riscv.INDIRECT:
                flow = constant(flow, before, words)
            words.append((at, word))
            before = riscv.auipc(word)
            at = at + riscv.length(word) & MASK
        node = Node(words, flow, at, unknown)
        if not unknown:
            self.nodes[space, self.at] = node
        return node


def signed_word(word):
    return word - (1 << 32) if word >> 31 else word


def constant(flow, auipc, words):
    """An indirect jump, or the direct one that it is behind an auipc, or from x0."""
    if flow.base == 0:
        target = flow.offset
    elif auipc and auipc[0] == flow.base:
        target = words[-1][0] + auipc[1] + flow.offset
    else:
        return flow
    return riscv.Flow(riscv.JUMP, target & ~1 & MASK, flow.push)


class Node:
    """Straight-line instructions and what ends them."""

    def __init__(self, words, flow, next_, unknown):
        self.words, self.flow, self.next, self.unknown = words, flow, next_, unknown
        self.size = len(words)
        self.last = words[-1][0] if words else None
        self.pcs = struct.pack("<%dQ" % len(words), *(pc for pc, _ in words))


# ---- the trace


class Trace:
    """A whole trace: its harts, and the order of their turns."""

    def __init__(self, data):
        self.notes, self.turns, self.end = {}, [], None
        total = 0
        for chunk in chunks(data):
            if chunk.kind == HEADER:
                b = Bytes(chunk.content)
                self.notes = dict((b.text(), b.text()) for _ in range(b.varint()))
                isa = self.notes.get("guest.isa", "riscv64")
                if isa != "riscv64":
                    raise TraceError("the guest's instruction set is %r, which this reader does not know" % isa)
                self.verified = self.notes.get("trace.verify") == "true"
                harts, dropped = int(self.notes.get("machine.harts", "1")), "trace.dropped" in self.notes
                if dropped and harts > 1:
                    raise TraceError("this is a ring of several harts; this reader reads those of one")
                self.harts = [Hart(i, dropped) for i in range(harts)]
            elif chunk.kind == SIDEBAND:
                self.harts[chunk.hart].sideband(chunk)
            elif chunk.kind == FRAME:
                self.harts[chunk.hart].frame(chunk)
            elif chunk.kind == SCHEDULE:
                self.schedule(chunk)
            elif chunk.kind == END:
                self.ended(chunk, total)
            total = (total ^ chunk.seeded()) * 0x9E3779B97F4A7C15 & MASK

    def schedule(self, chunk):
        b = Bytes(chunk.content)
        b.fixed("B")
        harts = b.varint()
        for _ in range(harts):
            b.varint()
        quantum, turns, hart = b.varint(), b.varint(), -1
        order = []
        for _ in range(turns):
            head = b.varint()
            hart = (hart + 1 + (head >> 1)) % harts
            order.append((hart, b.varint() if head & 1 else 0))
        for hart, packets in order:
            self.turns.append((hart, quantum + b.signed(), packets))

    def ended(self, chunk, total):
        b = Bytes(chunk.content)
        self.exit, self.reason = b.signed(), b.text()
        for _ in range(4):
            b.varint()
        if b.fixed("Q") != total:
            raise TraceError("the hash over all chunks is not END's")
        b.varint()
        self.end = [(b.varint(), b.fixed("Q")) for _ in range(b.varint())]

    def run(self):
        """(hart, its count before, pcs or None, how many) of all harts, in the order of their turns."""
        streams = [Stream(hart) for hart in self.harts]
        turns = self.turns if len(streams) > 1 else [(0, sum(f.end - f.start for f in self.harts[0].frames), 0)]
        for hart, instructions, _ in turns:
            yield from streams[hart].take(instructions)
        for stream in streams:
            if next(stream.take(1), None) is not None:
                raise TraceError("hart %d executed more than its turns say" % stream.hart.number)
            count, hash_ = self.end[stream.hart.number]
            if stream.count != count:
                raise TraceError("hart %d: %d instructions, not END's %d" % (stream.hart.number, stream.count, count))
            if self.verified and stream.hart.hash not in (None, hash_):
                raise TraceError("hart %d: the verify hash at the end is not END's" % stream.hart.number)


class Stream:
    """A hart's pieces, cut where its turns are."""

    def __init__(self, hart):
        self.hart, self.pieces, self.rest, self.count = hart, hart.run(), None, hart.count or 0

    def take(self, instructions):
        while instructions > 0:
            piece = self.rest or next(self.pieces, None)
            self.rest = None
            if piece is None:
                return
            pcs, size = piece
            if size > instructions:
                self.rest = (pcs and pcs[8 * instructions :], size - instructions)
                pcs, size = pcs and pcs[: 8 * instructions], instructions
            yield self.hart.number, self.count, pcs, size
            self.count += size
            instructions -= size


def main():
    parser = argparse.ArgumentParser(description="Rebuilds the instructions of a Branch Bitstream trace.")
    parser.add_argument("trace")
    parser.add_argument("--text", action="store_true", help="print HART COUNT PC of every instruction")
    parser.add_argument("--pcs", metavar="FILE", help="write every pc as u64, little-endian; - is standard output")
    options = parser.parse_args()
    with open(options.trace, "rb") as file:
        trace = Trace(file.read())
    out = None
    if options.pcs:
        out = sys.stdout.buffer if options.pcs == "-" else open(options.pcs, "wb")
    executed = missing = 0
    for hart, count, pcs, size in trace.run():
        if pcs is None:
            missing += size
            if options.text:
                print(hart, count, "gap of", size)
            continue
        executed += size
        if out:
            out.write(pcs)
        if options.text:
            words = array.array("Q", pcs)
            if sys.byteorder == "big":
                words.byteswap()
            print("".join("%d %d %x\n" % (hart, count + i, pc) for i, pc in enumerate(words)), end="")
    if out:
        out.flush()
    print(
        "%d harts, %d instructions, %d not recorded, %d exceptions; %s; ended: %s"
        % (
            len(trace.harts),
            executed,
            missing,
            sum(hart.exceptions for hart in trace.harts),
            "verify hashes compared" if trace.verified else "no verify hashes",
            trace.reason,
        ),
        file=sys.stderr,
    )


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(141)
    except (TraceError, zstd.ZstdError, OSError) as error:
        sys.exit("bbtread: " + str(error))
    except (IndexError, struct.error, OverflowError):
        sys.exit("bbtread: a chunk's content is not what the format says")
