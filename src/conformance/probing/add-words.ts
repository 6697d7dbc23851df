/** Adds words before a `--`, behind which nothing is a flag. */
export function addWords(argv: readonly string[], added: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? [...argv, ...added] : [...argv.slice(0, end), ...added, ...argv.slice(end)]
}
