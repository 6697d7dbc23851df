// animus.cli.v1 in C. The first word is a fault: no_data.
#include <stdio.h>
#include <string.h>

#define OK "{\"schema\":\"animus.cli.v1\",\"ok\":true"

static int refuse(const char *code, const char *message, const char *word, int exit_code) {
  fprintf(stderr, "{\"schema\":\"animus.cli.v1\",\"ok\":false,\"error\":{\"code\":\"%s\",\"message\":\"%s %s\",\"exit_code\":%d}}\n", code, message, word, exit_code);
  return exit_code;
}

static int run(int count, char **words, int without_data) {
  const char *rest[8];
  int kept = 0;
  for (int at = 2; at < count && kept < 8; at++) {
    if (!strcmp(words[at], "--help")) return puts("usage: animus COMMAND\n\ncommands:\n  ping  Says ok\n  get   Shows one"), 0;
    if (!strcmp(words[at], "--version")) return puts("animus 1.2.0"), 0;
    if (!strcmp(words[at], "--json")) continue;
    if (words[at][0] == '-') return refuse("invalid_input", "unexpected argument", words[at], 2);
    rest[kept++] = words[at];
  }
  if (kept == 1 && !strcmp(rest[0], "ping")) return puts(without_data ? OK "}" : OK ",\"data\":{\"message\":\"ok\"}}"), 0;
  if (kept != 2 || strcmp(rest[0], "get")) return refuse("invalid_input", "unrecognized subcommand", kept > 0 ? rest[0] : "", 2);
  if (strcmp(rest[1], "TASK-1")) return refuse("not_found", "there is no", rest[1], 3);
  return puts(OK ",\"data\":{\"id\":\"TASK-1\"}}"), 0;
}

int main(int count, char **words) {
  int exit_code = run(count, words, count > 1 && !strcmp(words[1], "no_data"));
  return fflush(stdout) != 0 || ferror(stdout) ? 1 : exit_code;
}
