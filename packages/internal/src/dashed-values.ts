/** Joins options with a next word that begins with a dash, so that `--read --files` has the value `--files`. */
export function joinDashed(words: readonly string[], options: RegExp, own: RegExp): string[] {
  const joined: string[] = []
  const end = words.includes('--') ? words.indexOf('--') : words.length
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', next = ''] = [words[at], words[at + 1]]
    const isValue = at + 1 < end && options.test(word) && next.startsWith('-') && !own.test(next)
    joined.push(isValue ? `${word}=${next}` : word)
    if (isValue) at += 1
  }
  return joined
}
