/** A test that names a requirement, and the lines of it that it shows; none if it names no line. */
export interface Proof {
  readonly file: string
  readonly title: string
  readonly id: string
  readonly lines: readonly number[]
}

/** More lines in one title have hidden some that nothing was asserted of. */
const MOST_LINES = 5

const TAG = /REQ-[CFO]-\d{3}(?:\/\d+(?:,\d+)*)?/g
const ONLY_TAGS = new RegExp(`^(?:${TAG.source})(?: (?:${TAG.source}))*$`)

/** Finds the tags in the texts of a test file, such as `REQ-F-011/3` or `REQ-F-011/3,4`. */
export function tagsIn(file: string, source: string): readonly Proof[] {
  const texts = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return texts.flatMap((text, at) => {
    const tags = text.match(TAG) ?? []
    const title = ONLY_TAGS.test(text) ? titleOfCase(texts.slice(at + 1)) : text
    if (title === undefined) return []
    const proofs = tags.map((tag) => {
      const [id = '', lines] = tag.split('/')
      return { file, title: shown(title), id, lines: lines?.split(',').map(Number) ?? [] }
    })
    const count = proofs.reduce((sum, { lines }) => sum + lines.length, 0)
    if (count <= MOST_LINES) return proofs
    const why = `a test shows one line or a few that belong together, at most ${MOST_LINES}`
    throw new Error(`${file}: '${shown(title)}' names ${count} lines; ${why}`)
  })
}

/** Tags alone begin a case of a table; the title follows the table, and takes the texts of the case. */
function titleOfCase(following: readonly string[]): string | undefined {
  let used = 0
  return following
    .find((later) => later.startsWith('%s'))
    ?.replaceAll(/%[sji]/g, (word, offset: number) =>
      offset === 0 ? '' : word === '%i' ? '…' : (following[used++] ?? '…'),
    )
}

function shown(title: string): string {
  return title
    .replaceAll(TAG, '')
    .replace(/^(\s*%s)?[\s:]*/, '')
    .replaceAll(/%[sji]|\$\w+/g, '…')
    .replaceAll("\\'", "'")
    .replaceAll('|', '\\|')
    .replaceAll('<', '\\<')
    .trim()
}
