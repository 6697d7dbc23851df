// claw 1.0, the flat form: type decides. The first word is a fault: no_kind.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int without_kind;

static int refuse(const char *kind, const char *what, const char *word) {
  printf("{\"type\":\"error\",\"error\":\"%s %s\"", what, word);
  if (!without_kind) printf(",\"kind\":\"%s\"", kind);
  puts(",\"hint\":\"Run claw --help\"}");
  return 1;
}

static int run(int count, char **words) {
  const char *rest[8];
  int kept = 0;
  for (int at = 2; at < count && kept < 8; at++) {
    if (!strcmp(words[at], "--help")) return puts("usage: claw COMMAND\n\ncommands:\n  show-tool  Shows one\n  tool-pool  Lists tools"), 0;
    if (!strcmp(words[at], "--version")) return puts("claw 1.0.3"), 0;
    if (!strcmp(words[at], "--output-format") && at + 1 < count) at++;
    else if (words[at][0] == '-') return refuse("cli_parse", "unknown option", words[at]);
    else rest[kept++] = words[at];
  }
  if (kept == 0) return refuse("cli_parse", "missing", "command");
  if (!strcmp(rest[0], "tool-pool")) return puts("{\"type\":\"success\",\"kind\":\"tool-pool\",\"tool_count\":1,\"tools\":[{\"name\":\"BashTool\",\"source_hint\":\"a\"}]}"), 0;
  if (strcmp(rest[0], "show-tool")) return refuse("cli_parse", "unknown command", rest[0]);
  if (kept < 2) return refuse("cli_parse", "missing", "name");
  if (strcmp(rest[1], "BashTool")) return refuse("unknown", "there is no tool", rest[1]);
  return puts("{\"type\":\"success\",\"kind\":\"show-tool\",\"name\":\"BashTool\",\"found\":true,\"source_hint\":\"a\"}"), 0;
}

int main(int count, char **words) {
  without_kind = count > 1 && !strcmp(words[1], "no_kind");
  int exit_code = run(count, words);
  return fflush(stdout) != 0 || ferror(stdout) ? 1 : exit_code;
}
