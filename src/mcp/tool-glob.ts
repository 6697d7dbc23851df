/**
 * Makes a test for the names of commands from patterns such as `wallet *`. A star stands for any letters;
 * words are separated by a space, a dot or an underscore.
 */
export function matchesAny(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map((pattern) => {
    const source = toWords(pattern)
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*')
    return new RegExp(`^${source}$`, 'i')
  })
  return (name) => tests.some((test) => test.test(toWords(name)))
}

function toWords(name: string): string {
  return name.trim().replaceAll(/[\s._]+/g, ' ')
}
