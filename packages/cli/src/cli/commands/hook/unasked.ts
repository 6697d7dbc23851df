/** What Claude Code runs without a question; tried with 2.1.326, whose own list is longer and has conditions. */
const PROGRAMS = new Set(
  '[ : arch base64 basename cal cat cd cmp column comm cut date df diff dirname du echo egrep expr false fd fgrep file find fold free grep head hexdump hostname id locale ls lsof md5sum netstat nl nproc od paste pgrep printf ps pwd readlink realpath rev rg seq sha1sum sha256sum sleep sort ss stat strings tac tail test timeout tr tree true tsort type uname uptime wc which whoami'.split(
    ' ',
  ),
)

const COMMANDS: Readonly<Record<string, RegExp>> = {
  git: /^(?:blame|branch|cat-file|config --get|describe|diff|for-each-ref|grep|log|ls-files|reflog|remote|rev-list|rev-parse|shortlog|show|stash|status|tag|worktree)\b/,
  docker: /^(?:ps|images|logs)\b/,
  // Of a pipe alone, or lines of a file.
  sed: /^(?:-n \S+$|-n \S*\dp |[^-]\S*$)/,
  uniq: /^(?:-\w+ ?)*$/,
  jq: /^[^$]*$/,
  node: /^--version$/,
  python3: /^--version$/,
}

/**
 * Tests whether Claude Code runs a line of these calls without asking anybody, so that a rewrite would only add a
 * question. A call that another one starts stands there by itself as well.
 */
export function isRunUnasked(calls: readonly (readonly string[])[]): boolean {
  const names = calls.map(([name]) => name)
  // After a change of the folder it asks about repositories.
  if (names.includes('cd') && names.includes('git')) return false
  return calls.every(([name = '', ...rest]) => {
    const rule = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    return rule === undefined ? PROGRAMS.has(name) : rule.test(rest.join(' '))
  })
}
