/* Reads messages and answers them, for docs/walks.md. It believes the length that a message says. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct session {
    char name[16];
    void (*answer)(struct session *);
};

static void hello(struct session *s)
{
    printf("hello %.16s\n", s->name);
}

/* A message: a byte that says how long the name is, and the name. */
static void receive(struct session *s, const unsigned char *message)
{
    memcpy(s->name, message + 1, message[0]);
}

int main(void)
{
    static unsigned char message[256];
    struct session session = {.answer = hello};
    while (read(0, message, sizeof message) > 0) {
        receive(&session, message);
        session.answer(&session);
    }
    return 0;
}
