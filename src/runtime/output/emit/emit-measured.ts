import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import { traitsOf, type EncodedDocument } from '../../../dialects/index.ts'
import { isFormatId, loadFormat } from '../../../formats/index.ts'
import { toJsonLine } from '../../run/ending/encode-outcome.ts'
import type { Run } from '../../run/run-state.ts'
import { visibleAtTerminal, write } from '../bytes/write.ts'

/**
 * Writes the token count of an error, or the requested tokens of its text, in dialects that measure
 * errors like results. Returns null where an error is written whole.
 */
export async function emitMeasured(run: Run, encoded: EncodedDocument): Promise<number | null> {
  const { dialect, format } = run.output
  const { measuresErrors, hasEnvelope } = traitsOf(dialect)
  if (measuresErrors !== true || encoded.document === undefined) return null
  const { isCount, limit, offset = 0 } = readWindow(run.world.argv)
  const { estimateTokenCount, sliceByTokens } = await import('tokenx')
  if (isCount) {
    const text = await textOf(run, errorOf(encoded.document), encoded)
    return write(run, encoded.stream, String(estimateTokenCount(text)), encoded.exit_code)
  }
  // A person reads one line, and an envelope that is cut cannot be read at all.
  if (format === 'human' || hasEnvelope !== false) return null
  const text = await textOf(run, encoded.document, encoded)
  const total = estimateTokenCount(text)
  const end = Math.min(total, limit === undefined ? total : offset + limit)
  const isWhole = offset === 0 && end === total
  const note = `[tokens ${Math.min(offset, total)} to ${end} of ${total}]`
  const shown = isWhole ? text : `${sliceByTokens(text, offset, end)}\n${note}`
  const visible = visibleAtTerminal(run, encoded.stream, shown)
  return write(run, encoded.stream, visible, encoded.exit_code)
}

function errorOf(document: JsonValue): JsonValue {
  return isJsonObject(document) && isJsonObject(document['error']) ? document['error'] : document
}

async function textOf(run: Run, value: JsonValue, encoded: EncodedDocument): Promise<string> {
  const { piped = 'json' } = run.cli.declaration.output ?? {}
  const format = run.output.format === 'human' ? piped : run.output.format
  if (format === 'json' || !isFormatId(format)) return toJsonLine({ ...encoded, document: value })
  return (await loadFormat(format)).render(value)
}

interface Window {
  readonly isCount: boolean
  readonly limit?: number
  readonly offset?: number
}

/** Reads the token flags once more: an error may come before the arguments are parsed. */
function readWindow(argv: readonly string[]): Window {
  const valueOf = (flag: string): number | undefined => {
    const at = argv.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`))
    if (at < 0) return undefined
    const text = argv[at] === flag ? argv[at + 1] : argv[at]?.slice(flag.length + 1)
    return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
  }
  const limit = valueOf('--token-limit')
  const offset = valueOf('--token-offset')
  return {
    isCount: argv.includes('--token-count'),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  }
}
