import { quoteWords } from '@surety/internal/quote-words.ts'
import type { Word } from '@surety/client/unstable/shell'

/** More matches are no words of a call that anybody reads. */
const MAX_BYTES = 131_072
/** A set of characters in a pattern, without anything that a shell could take for more. */
const PLAIN_PATTERN = /^(?:\*+|\?+|\[[!^]?\]?(?:[\w.,:;@%+-]|\[:[a-z]+:\])*\])$/

/** Lists what a pattern stands for in a folder, as that bash finds it; undefined if it is no plain pattern. */
export function expandPattern(
  word: Word,
  cwd: string,
  bash: string,
): readonly string[] | undefined {
  const { pieces } = word
  if (pieces.some(({ kind, value }) => kind === 'pattern' && !PLAIN_PATTERN.test(value)))
    return undefined
  const pattern = pieces
    .map(({ kind, value }) => (kind === 'pattern' ? value : quoteWords(['x', value]).slice(2)))
    .join('')
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { status, stdout } = spawnSync(
    bash,
    ['--norc', '--noprofile', '-p', '-c', `printf '%s\\0' ${pattern}`],
    {
      cwd,
      encoding: 'buffer',
      timeout: 5000,
      maxBuffer: MAX_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const text = stdout?.toString('utf8') ?? ''
  // A name that is no text would be another name when it is written.
  if (status !== 0 || !Buffer.from(text).equals(stdout)) return undefined
  return text.split('\0').slice(0, -1)
}
