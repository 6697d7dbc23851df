/** Adds `--flag=value` to a command line: before a `--`, else at the end. */
export function withFlag(argv: readonly string[], flag: string, value: string): readonly string[] {
  const end = argv.indexOf('--')
  const word = `${flag}=${value}`
  return end === -1 ? [...argv, word] : [...argv.slice(0, end), word, ...argv.slice(end)]
}

/** Tests whether a command line has a flag, as `--flag value` or `--flag=value`. */
export function hasFlag(argv: readonly string[], flag: string): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some(
    (word) => word === flag || word.startsWith(`${flag}=`),
  )
}

export function flagValue(argv: readonly string[], flag: string): string | undefined {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
  const word = words[at]
  return word === flag ? (words[at + 1] ?? '') : word?.slice(flag.length + 1)
}

export function withoutFlag(argv: readonly string[], flag: string): readonly string[] {
  const end = argv.indexOf('--')
  const limit = end === -1 ? argv.length : end
  return argv.filter(
    (word, index) =>
      index >= limit || (word !== flag && !word.startsWith(`${flag}=`) && argv[index - 1] !== flag),
  )
}
