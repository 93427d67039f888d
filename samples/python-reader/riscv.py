"""As much of RV64GC as a trace needs: the length of an instruction, and where control goes behind it."""

from collections import namedtuple

STRAIGHT, ENDS, BRANCH, JUMP, INDIRECT, TRAP_RETURN = range(6)

# kind: one of the above. target: of a branch taken and of a direct jump. push, pop: what it does to a stack of return
# addresses. base: the register that an indirect jump adds to, which an auipc before it may have made a constant.
Flow = namedtuple("Flow", "kind target push pop base offset", defaults=(None, False, False, None, 0))
NEXT, STOP = Flow(STRAIGHT), Flow(ENDS)
LINKS = (1, 5)


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def field(word, *parts):
    """Bits of an instruction put together: (high, low, to) each, `to` being where the lowest goes."""
    return sum((word >> low & (1 << high - low + 1) - 1) << to for high, low, to in parts)


def length(half):
    """Bytes of the instruction that begins with this halfword."""
    return 4 if half & 3 == 3 else 2


def flow(word, pc):
    """Where control goes behind an instruction."""
    return _flow16(word, pc) if word & 3 != 3 else _flow32(word, pc)


def _jalr(rd, base, offset):
    push = rd in LINKS
    pop = base in LINKS and not (push and rd == base)
    return Flow(INDIRECT, None, push, pop, base, offset)


def _flow32(word, pc):
    opcode, rd, form, base = word & 0x7F, word >> 7 & 31, word >> 12 & 7, word >> 15 & 31
    if opcode == 0x63:
        offset = signed(field(word, (31, 31, 12), (7, 7, 11), (30, 25, 5), (11, 8, 1)), 13)
        return Flow(BRANCH, pc + offset)
    if opcode == 0x6F:
        offset = signed(field(word, (31, 31, 20), (19, 12, 12), (20, 20, 11), (30, 21, 1)), 21)
        return Flow(JUMP, pc + offset, rd in LINKS)
    if opcode == 0x67:
        return _jalr(rd, base, signed(word >> 20, 12))
    if opcode == 0x73:  # ecall, ebreak, xRET, wfi, wrs, sfence, sinval, CSR instructions
        return Flow(TRAP_RETURN) if word in (0x10200073, 0x30200073) else STOP
    if opcode == 0x0F and (form == 1 or word == 0x0100000F):  # fence.i, pause
        return STOP
    return NEXT


def _flow16(half, pc):
    quadrant, form, register = half & 3, half >> 13, half >> 7 & 31
    if quadrant == 1 and form == 5:  # c.j
        offset = field(
            half, (12, 12, 11), (11, 11, 4), (10, 9, 8), (8, 8, 10), (7, 7, 6), (6, 6, 7), (5, 3, 1), (2, 2, 5)
        )
        return Flow(JUMP, pc + signed(offset, 12))
    if quadrant == 1 and form >= 6:  # c.beqz, c.bnez
        offset = field(half, (12, 12, 8), (11, 10, 3), (6, 5, 6), (4, 3, 1), (2, 2, 5))
        return Flow(BRANCH, pc + signed(offset, 9))
    if quadrant == 2 and form == 4 and half >> 2 & 31 == 0:
        link = half >> 12 & 1
        if register:  # c.jr, c.jalr
            return _jalr(link, register, 0)
        if link:  # c.ebreak
            return STOP
    return NEXT


def auipc(word):
    """(register, what is added to the pc) of an auipc; None of anything else."""
    if word & 0x7F != 0x17:
        return None
    return word >> 7 & 31, signed(word >> 12, 20) << 12
