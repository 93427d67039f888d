/* Counts the different words of its input, for docs/walks.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *next;
    char text[32];
    int count;
};

static struct word *table[257];

/* Which list a word is in. */
static __attribute__((noinline)) unsigned hash(const char *text)
{
    unsigned h = 5381;
    while (*text)
        h = h * 33 + (unsigned char)*text++;
    return h % 257;
}

static __attribute__((noinline)) struct word *find(const char *text)
{
    struct word **list = &table[hash(text)];
    for (struct word *w = *list; w; w = w->next)
        if (strcmp(w->text, text) == 0)
            return w;
    struct word *w = calloc(1, sizeof *w);
    strcpy(w->text, text);
    w->next = *list;
    *list = w;
    return w;
}

int main(void)
{
    char text[32];
    int different = 0;
    while (scanf("%31s", text) == 1)
        if (find(text)->count++ == 0)
            different++;
    printf("%d different words\n", different);
    return 0;
}
