import type { LockVerdict } from '../../../conformance/index.ts'
import { visibleText } from '../../../internal/visible-text.ts'
import type { Screen } from '../../../runtime/human/index.ts'

/** What a person must know about a lock of names. */
export const namesOnlyWarning =
  'The tool has no manifest, and its help lists only the names of its commands: their flags are unknown and not locked. What fixtures show is locked.'

/** Draws changes, the breaking ones first, and what they demand of the version. */
export function lockText(verdict: LockVerdict, { paint, glyphs }: Screen): string {
  const { changes } = verdict
  const tints = { breaking: paint.red, announced: paint.yellow, additive: paint.green }
  const lines = (['breaking', 'announced', 'additive'] as const).flatMap((kind) =>
    changes
      .filter((change) => change.kind === kind)
      .map(
        ({ at, message }) =>
          `${tints[kind](kind.padEnd(9))}  ${visibleText(at)}: ${visibleText(message)}`,
      ),
  )
  if (lines.length === 0) return `${paint.green(glyphs.tick)} The contract is as locked`
  // A failure says the rest itself.
  if (!verdict.version.is_enough) return lines.join('\n')
  return [...lines, '', paint.dim(visibleText(versionSentence(verdict)))].join('\n')
}

/** Says what the version must be, in one sentence. */
export function versionSentence({ version, changes }: LockVerdict): string {
  const breaking = changes.filter(({ kind }) => kind === 'breaking').length
  const what = breaking > 0 ? count(breaking, 'breaking change') : count(changes.length, 'change')
  const needs = breaking === 1 || (breaking === 0 && changes.length === 1) ? 'needs' : 'need'
  const { needed, current } = version
  if (needed === null) return `${what} ${needs} a new version, but the tool gives no version.`
  return `${what} ${needs} version ${needed} or later; the tool says ${current ?? 'none'}.`
}

function count(number: number, word: string): string {
  return number === 1 ? `1 ${word}` : `${number} ${word}s`
}
