import { useMemo, useState } from 'preact/hooks'

import type { RecordedBytes } from '../../packages/check/src/conformance/report/report.ts'
import { toBytes, toHexLines, toPieces } from './bytes.ts'
import { CopyButton } from './copy-button.tsx'
import { toJson, type Json } from './json-document.ts'
import { JsonTree } from './json-tree.tsx'
import { rowsOf, RowsTable } from './rows-table.tsx'

/** Characters and lines that are shown at first: a megabyte in one element stops every browser. */
const FIRST_CHARACTERS = 8000
const FIRST_LINES = 64

type Mode = 'text' | 'tree' | 'table' | 'bytes'
const MODES: Readonly<Record<Mode, string>> = {
  text: 'Text',
  tree: 'Tree',
  table: 'Table',
  bytes: 'Bytes',
}

/** A JSON document that is longer than the part of it that the page has. */
export interface WholeDocument {
  readonly document: Json | undefined
  readonly isLoading: boolean
  /** Fetches and reads it; undefined if it turned out to be no document. */
  readonly load: (() => void) | undefined
}

/** Shows what a process wrote to a stream, exactly. */
export function BytesView({
  name,
  run,
  recorded,
  isTreeFirst = false,
  whole,
}: {
  readonly name: 'stdout' | 'stderr'
  readonly run: string
  readonly recorded: RecordedBytes
  /** Shows a JSON document as a tree until the reader chooses. */
  readonly isTreeFirst?: boolean
  /** The document that `recorded` is only the first part of. */
  readonly whole?: WholeDocument
}) {
  const [chosen, setMode] = useState<Mode>()
  const [isWhole, setWhole] = useState(false)
  const own = useMemo(
    () => (recorded.base64 === null && !recorded.cut && !whole ? toJson(recorded.text) : undefined),
    [recorded, whole],
  )
  const document = whole?.document ?? own
  const rows = useMemo(() => rowsOf(document), [document])
  const hasTree = document !== undefined || whole?.load !== undefined
  const isTreeShown = isTreeFirst && (document !== undefined || whole?.isLoading === true)
  const mode = hasTree || chosen !== 'tree' ? (chosen ?? (isTreeShown ? 'tree' : 'text')) : 'text'
  if (recorded.bytes === 0)
    return (
      <p class="stream-empty">
        <strong>{name}</strong> is empty
      </p>
    )
  const modes = (Object.keys(MODES) as Mode[]).filter(
    (each) => (each !== 'tree' || hasTree) && (each !== 'table' || rows !== undefined),
  )
  return (
    <section class="stream" aria-label={`${name} of ${run}`}>
      <div class="stream-head">
        <strong>{name}</strong>
        <span class="muted">{sizeText(recorded)}</span>
        <span class="modes" role="group" aria-label="View">
          {modes.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={mode === each}
              onClick={() => {
                if (each === 'tree' && document === undefined) whole?.load?.()
                setMode(each)
              }}
            >
              {MODES[each]}
            </button>
          ))}
        </span>
        <CopyButton text={recorded.text} label={`Copy ${name} of ${run}`} />
        <button type="button" onClick={() => save(recorded, `${run}.${name}`)}>
          Save
        </button>
      </div>
      {recorded.cut && (
        <p class="note">Only the last part is kept. The process wrote {recorded.bytes} bytes.</p>
      )}
      {recorded.base64 !== null && (
        <p class="note">It is not valid UTF-8. Save has the exact bytes.</p>
      )}
      <div class="written">
        {mode === 'table' && rows !== undefined ? (
          <RowsTable rows={rows} label={`${name} of ${run} as a table`} />
        ) : mode === 'text' || mode === 'bytes' ? (
          <Output mode={mode} recorded={recorded} isWhole={isWhole} />
        ) : document === undefined ? (
          <p class="note" role="status">
            Reading {sizeText(recorded)}…
          </p>
        ) : (
          <JsonTree value={document} label={`${name} of ${run} as a tree`} />
        )}
      </div>
      {!isWhole && isLong(mode, recorded) && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Show all of it
        </button>
      )}
    </section>
  )
}

function Output({
  mode,
  recorded,
  isWhole,
}: {
  readonly mode: Mode
  readonly recorded: RecordedBytes
  readonly isWhole: boolean
}) {
  if (mode === 'bytes') {
    const lines = toHexLines(toBytes(recorded), isWhole ? Infinity : FIRST_LINES)
    return (
      <pre tabIndex={0} class="bytes">
        {lines.join('\n')}
      </pre>
    )
  }
  return (
    <pre tabIndex={0}>
      {pieces(recorded, isWhole).map(({ text, name }, index) =>
        name === null ? (
          text
        ) : (
          <span key={index} class="control" title={name}>
            {text}
          </span>
        ),
      )}
    </pre>
  )
}

function pieces(recorded: RecordedBytes, isWhole: boolean) {
  const all = toPieces(recorded)
  if (isWhole) return all
  let left = FIRST_CHARACTERS
  return all.flatMap((piece) => {
    if (left <= 0) return []
    const text = piece.name === null ? piece.text.slice(0, left) : piece.text
    left -= text.length
    return [{ ...piece, text }]
  })
}

function isLong(mode: Mode, recorded: RecordedBytes): boolean {
  if (mode === 'bytes') return toBytes(recorded).length > FIRST_LINES * 16
  return mode === 'text' && recorded.text.length > FIRST_CHARACTERS
}

function sizeText({ bytes }: RecordedBytes): string {
  return bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`
}

function save(recorded: RecordedBytes, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([toBytes(recorded)]))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
