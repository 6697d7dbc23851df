import { readFile } from 'node:fs/promises'

import type { Report } from '../../../conformance/index.ts'
import { toScriptText } from '../../../internal/json/json-text.ts'
import { toFindings } from './findings.ts'
import type { Session } from './session.ts'
import type {
  CallRecord,
  SavedCalls,
  ShownBatch,
  ToolView,
} from '../../../../pages/inspect/views.ts'

/** What an inspector is made of. */
export interface InspectorParts {
  readonly session: Session
  readonly key: string
  readonly folder: string
  readonly notes: readonly string[]
  readonly report: Report | null
  /** Runs the conformance kit. */
  readonly runCheck: () => Promise<Report>
  readonly batches: () => Promise<readonly ShownBatch[]>
  readonly hasBatches: boolean
}

export const ESTIMATE = 'estimated by tokenx, not by the tokeniser of a model'

/** One tool under inspection. */
export class Inspector {
  readonly session: Session
  readonly batches: () => Promise<readonly ShownBatch[]>
  readonly #parts: InspectorParts
  readonly #notes: string[]
  #report: Report | null
  #isChecking = false

  constructor(parts: InspectorParts) {
    this.#parts = parts
    this.session = parts.session
    this.batches = parts.batches
    this.#report = parts.report
    this.#notes = [...parts.notes]
  }

  view(): ToolView {
    const { name, shown, source, commands } = this.session.tool
    const { key, folder, hasBatches } = this.#parts
    return {
      name,
      program: shown,
      key,
      source,
      commands,
      folder,
      findings: this.#report === null ? [] : toFindings(this.#report, commands),
      checked_at: this.#report?.started_at ?? null,
      is_checking: this.#isChecking,
      notes: this.#notes,
      estimate: ESTIMATE,
      has_batches: hasBatches,
    }
  }

  /** Has the kit run, because a person asked for it; the pages are told when it has ended. */
  check(): void {
    if (this.#isChecking) return
    this.#isChecking = true
    const tell = (): void => this.session.tell({ rows: [], tool: true })
    tell()
    const run = async (): Promise<void> => {
      try {
        this.#report = await this.#parts.runCheck()
      } catch (error) {
        this.#notes.push(`The check did not end: ${(error as Error).message}`)
      }
      this.#isChecking = false
      tell()
    }
    void run()
  }

  /** Collects what is saved, the newest calls first as long as they fit. */
  async saved(most = MAX_SAVED): Promise<SavedCalls> {
    const rows = this.session.rows.slice(-most)
    const records: CallRecord[] = []
    let size = 0
    for (const { call, state } of rows.toReversed()) {
      if (state === 'running') continue
      const record = await this.session.savedRecord(call).catch(() => undefined)
      size += record === undefined ? 0 : JSON.stringify(record).length
      if (record !== undefined && size < MAX_SAVED_LENGTH) records.push(record)
    }
    const batches = await this.batches()
    return { saved_at: new Date().toISOString(), tool: this.view(), rows, records, batches }
  }

  /** Writes the calls as one page that needs nothing else. */
  async save(): Promise<string> {
    const data = toScriptText(await this.saved())
    const script = `<script type="application/json" id="calls">${data}</script>`
    return (await readPage()).replace(PLACE, () => script)
  }
}

const PLACE = '<!--calls-->'
const MAX_SAVED = 200
const MAX_SAVED_LENGTH = 16 * 1024 * 1024

/** Reads the page that the build puts beside the folders of all modules. */
export function readPage(): Promise<string> {
  return readFile(new URL('../inspect.html', import.meta.url), 'utf8')
}
