// A kernel that panics, to be debugged from its trace: docs/step.md.
//
// Mailboxes stand in a ring. Packets come in and are copied into mailboxes; now and then the ring is
// walked. One packet passes a check that it should not pass, what it overwrites is used much later,
// and the kernel panics there, far from the branch that was wrong.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;

#define NOINLINE __attribute__((noinline))

enum { MAILBOXES = 32, CAPACITY = 16, PACKETS = 4096, WALK_EVERY = 512, LARGEST = 40 };

struct mailbox {
  u8 data[CAPACITY];
  struct mailbox *next;
  u32 packets;
  u32 check;
};

struct packet {
  u8 mailbox;
  u8 offset;
  u8 length;
  u8 data[LARGEST];
};

u64 sbi_call(u64 a0, u64 a1, u64 function, u64 extension);

struct mailbox ring[MAILBOXES];
u32 received, refused;
static u64 random_state = 88172645463325252ul;

static NOINLINE void print(const char *text) {
  while (*text) sbi_call((u8)*text++, 0, 0, 1);
}

static NOINLINE void print_hex(u64 number) {
  char digits[19] = "0x0000000000000000";
  for (int i = 17; i > 1; i--, number >>= 4) digits[i] = "0123456789abcdef"[number & 15];
  print(digits);
}

static NOINLINE void shut_down(int failed) {
  sbi_call(0, failed, 0, 0x53525354);  // SRST: shut down; reason 1 = system failure
  for (;;) __asm__ volatile("wfi");
}

NOINLINE void panic(const char *why, u64 at, u64 address) {
  print("Kernel panic - not syncing: ");
  print(why);
  print(" at pc ");
  print_hex(at);
  print(", address ");
  print_hex(address);
  print("\n");
  shut_down(1);
}

void unexpected_trap(u64 cause, u64 pc, u64 address) {
  panic(cause == 5 ? "load access fault" : "unexpected trap", pc, address);
}

static NOINLINE u32 random_number(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (u32)(random_state >> 32);
}

// What comes over the line. Most packets fit, some are too long; number 2740 has four bits wrong.
static NOINLINE void next_packet(struct packet *packet, u32 number) {
  u32 r = random_number();
  packet->mailbox = r % MAILBOXES;
  packet->offset = (r >> 8) % CAPACITY;
  packet->length = (r >> 16) % 12;
  for (int i = 0; i < packet->length; i++) packet->data[i] = (u8)(r >> (i & 15));
  if (number == 2740) {
    packet->mailbox = 9;
    packet->offset = 0 ^ 0xf0;
    packet->length = 24;
    for (int i = 0; i < packet->length; i++) packet->data[i] = 0;
  }
}

static NOINLINE void copy(u8 *to, const u8 *from, u32 length) {
  for (u32 i = 0; i < length; i++) to[i] = from[i];
}

// The bug: the sum is kept in eight bits, so 0xf0 + 24 is 8, and 8 fits.
NOINLINE int receive(const struct packet *packet) {
  u8 end = packet->offset + packet->length;
  if (end > CAPACITY) {
    refused++;
    return 0;
  }
  struct mailbox *box = &ring[packet->mailbox];
  copy(box->data + packet->offset, packet->data, packet->length);
  box->packets++;
  received++;
  return 1;
}

// Walks the whole ring, which has no end.
NOINLINE u32 walk_ring(void) {
  u32 sum = 0;
  struct mailbox *box = &ring[0];
  do {
    box->check = box->packets;
    for (int i = 0; i < CAPACITY; i++) box->check = box->check * 31 + box->data[i];
    sum += box->check;
    box = box->next;
  } while (box != &ring[0]);
  return sum;
}

void kernel_main(void) {
  print("panic: receiving packets\n");
  for (int i = 0; i < MAILBOXES; i++) ring[i].next = &ring[(i + 1) % MAILBOXES];
  u32 sum = 0;
  for (u32 number = 1; number <= PACKETS; number++) {
    struct packet packet;
    next_packet(&packet, number);
    receive(&packet);
    if (number % WALK_EVERY == 0) sum += walk_ring();
  }
  print("panic: no panic? sum ");
  print_hex(sum);
  print("\n");
  shut_down(0);
}
