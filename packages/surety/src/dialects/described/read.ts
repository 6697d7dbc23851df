import {
  objectOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ReadOutcome,
  type FailureName,
  type OutcomeErrorInput,
} from '../../contract/index.ts'
import { readFailure } from '../../failure-reader/index.ts'
import { withoutMembers } from '@surety/internal/json/json-values.ts'
import { scanBareDocuments } from '../json/scan-documents.ts'
import type { Capture } from '../dialect.ts'
import {
  draftError,
  draftOf,
  mergedDetails,
  synthesisedError,
  type Draft,
  type DraftError,
  ERROR_FITS,
} from '../read/outcome-draft.ts'
import { RESERVED } from '../write/reserved.ts'
import { nonEmptyText, readMetaMember } from '../read/read-members.ts'
import { CaptureReader } from '../read/capture-reader.ts'
import { contains, valueAt, type Plan, type ErrorPlan } from './plan.ts'
import type { Parts } from '../../description/index.ts'

interface Found {
  readonly document: JsonValue
  readonly text: string
}

/** Reads a capture as a plan says. Never throws, and never reads a failure as a success. */
export class PlanReader extends CaptureReader {
  readonly #plan: Plan

  constructor(plan: Plan, capture: Capture) {
    super(capture)
    this.#plan = plan
  }

  get #succeeds(): boolean {
    return this.#plan.exitName(this.exitCode) === 'SUCCESS'
  }

  get #failure(): FailureName | undefined {
    const name = this.#plan.exitName(this.exitCode)
    return name === 'SUCCESS' ? undefined : name
  }

  read(): ReadOutcome {
    const { ok, error, hasEnvelope, errorStream } = this.#plan
    const isApart = errorStream === 'stderr'
    const onStderr = isApart
      ? this.lastOf('stderr', (document) => this.#isErrorOnStderr(document))
      : undefined
    // A bare payload beside an error is not an envelope and cannot contradict it.
    const onStdout = onStderr && !hasEnvelope ? undefined : this.#findOnStdout()
    const found = onStderr ?? onStdout
    if (found === undefined) {
      // If only exit numbers tell failures, a failure leaves no document.
      if (error || ok || this.#succeeds) return this.failClosed()
      return this.finish(this.readNothing(), null)
    }
    if (onStderr && onStdout) {
      this.problem('several_envelopes', 'there is another envelope on stdout')
      this.keepAside(onStdout.document, true)
    } else if (isApart && !onStderr && this.#says(found.document) === 'failure') {
      this.problem('wrong_stream', 'an error belongs on stderr but was on stdout')
    }
    const { draft, stowed } = this.readDocument(found.document, this.#contradictsItself(found))
    return this.finish(draft, onStderr ? 'stderr' : 'stdout', stowed)
  }

  readDocument(
    document: JsonValue,
    isContradictory = false,
  ): { readonly draft: Draft; readonly stowed: JsonValue | undefined } {
    const { error, stow } = this.#plan
    const said = this.#says(document)
    this.#checkEnvelope(document)
    const byExit = this.#succeeds ? 'success' : 'failure'
    const isFailure = said === 'failure' || isContradictory || byExit === 'failure'
    if (said !== 'nothing' && said !== byExit) {
      const contradiction = `the envelope reports ${said} but the exit code means ${byExit}`
      this.problem('exit_contradicts', contradiction)
    }
    const { data, leftovers } = this.#readData(document, isFailure)
    const warnings = this.#readWarnings(document)
    const draft = draftOf(data, this.#readMeta(document), warnings)
    if (isFailure) {
      draft.error =
        error && this.#hasError(document)
          ? this.#readError(error, document, leftovers)
          : this.#errorByExit()
      draft.exit = this.signal ?? this.#failure ?? draft.error.category
    }
    return { draft, stowed: stow && valueAt(document, [...stow, RESERVED]) }
  }

  readNothing(): Draft {
    const error = this.#errorByExit()
    return { ...draftOf(null), exit: this.signal ?? error.category, error }
  }

  #hasError(document: JsonValue): boolean {
    const { error } = this.#plan
    return ((error && valueAt(document, error.at)) ?? false) !== false
  }

  #says(document: JsonValue): 'success' | 'failure' | 'nothing' {
    if (!isJsonObject(document)) return 'nothing'
    if (this.#hasError(document)) return 'failure'
    const { ok, error } = this.#plan
    if (!ok) return error ? 'success' : 'nothing'
    const value = valueAt(document, ok.parts)
    return value !== undefined && ok.success.includes(value) ? 'success' : 'failure'
  }

  /** A document on stderr that says nothing itself is an error only if the exit number says so. */
  #isErrorOnStderr(document: JsonObject): boolean {
    if (!this.#isShape(document)) return false
    const said = this.#says(document)
    return said === 'failure' || (said === 'nothing' && !this.#succeeds)
  }

  #isShape(document: JsonObject): boolean {
    const { constants, ok, isFlat, data } = this.#plan
    if (constants.some(([parts]) => valueAt(document, parts) === undefined)) return false
    if (this.#hasError(document)) return true
    return (!ok && isFlat) || valueAt(document, ok ? ok.parts : data) !== undefined
  }

  #findOnStdout(): Found | undefined {
    if (this.#plan.hasEnvelope) return this.lastOf('stdout', (document) => this.#isShape(document))
    const text = this.text('stdout')
    const { whole } = this
    if (whole !== undefined) return { document: whole.value, text: whole.text }
    let last: Found | undefined
    const report = scanBareDocuments(text, (document, source, standsOut) => {
      if (!standsOut) return this.keepAside(document)
      if (last !== undefined) {
        this.problem('several_envelopes', 'stdout has more than one document; the last one counts')
        this.keepAside(last.document, true)
      }
      last = { document, text: source }
      return undefined
    })
    if (!report.cut) return last
    this.problem('document_cut', 'stdout ends inside a JSON document')
    return undefined
  }

  /** Tests for members that appear twice with different values, which cannot mean success. */
  #contradictsItself({ document, text }: Found): boolean {
    if (!isJsonObject(document)) return false
    return this.checkDuplicates({ document, text, stream: 'stdout' }, [...this.#plan.own]).size > 0
  }

  #checkEnvelope(document: JsonValue): void {
    const { constants, ok } = this.#plan
    for (const [parts, value] of constants) {
      if (valueAt(document, parts) !== value && typeof value !== 'object') {
        this.problem('constant_differs', `'${parts.join('.')}' is not ${JSON.stringify(value)}`)
      }
    }
    if (!ok || !isJsonObject(document)) return
    const value = valueAt(document, ok.parts)
    const place = ok.parts.join('.')
    if (value === undefined) this.problem('ok_missing', `'${place}' is missing`)
    else if (ok.success.includes(value)) {
      if (this.#hasError(document))
        this.problem('ok_contradicts', `'${place}' says success although there is an error`)
    } else if (!ok.failure.includes(value)) {
      this.problem('ok_unknown', `'${place}' has a value that the description does not list`)
    }
  }

  #readData(
    document: JsonValue,
    isFailure: boolean,
  ): { readonly data: JsonValue; readonly leftovers?: JsonObject } {
    const { isFlat, own, data: parts } = this.#plan
    if (!isFlat) {
      const data = valueAt(document, parts)
      if (data === undefined && !isFailure) this.problem('data_missing', 'a success has no data')
      return { data: data ?? null }
    }
    // A bare payload is passed on without a copy.
    if (!isJsonObject(document) || own.size === 0) return { data: document }
    const rest = withoutMembers(document, own)
    if (!isFailure) return { data: rest }
    if (this.#hasError(document)) return { data: null, leftovers: rest }
    return { data: Object.keys(rest).length > 0 ? rest : null }
  }

  #readWarnings(document: JsonValue): readonly string[] {
    const { warnings } = this.#plan
    const value = (warnings && valueAt(document, warnings)) ?? []
    const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
    if (list !== value) this.problem('warnings_invalid', 'the warnings are not a list')
    return list.map((warning) => (typeof warning === 'string' ? warning : JSON.stringify(warning)))
  }

  #readMeta(document: JsonValue): Record<string, JsonValue> {
    const plan = this.#plan
    const meta: Record<string, JsonValue> = {}
    const take = (key: string, value: JsonValue, isDescribed = false): void =>
      readMetaMember(this, meta, [key, value], isDescribed)
    // Members that the description does not mention are kept.
    const others = plan.isFlat ? {} : withoutMembers(document as JsonObject, plan.own)
    for (const [key, value] of Object.entries(others)) take(key, value)
    const open = (plan.meta && valueAt(document, plan.meta)) ?? {}
    if (!isJsonObject(open)) this.problem('meta_invalid', 'meta is not an object')
    for (const [key, value] of Object.entries(objectOf(open))) {
      if (key !== RESERVED && !this.#isPlaced([...plan.meta!, key])) take(key, value)
    }
    for (const [key, parts] of plan.metaMembers) {
      const value = valueAt(document, parts) ?? null
      if (value !== null) take(key, value, true)
    }
    return meta
  }

  #isPlaced(inMeta: Parts): boolean {
    const { ok, warnings, constants, metaMembers } = this.#plan
    const places = [
      ok?.parts,
      warnings,
      ...constants.map(([parts]) => parts),
      ...metaMembers.map(([, parts]) => parts),
    ]
    return places.some((parts) => parts !== undefined && contains(inMeta, parts))
  }

  #readError(error: ErrorPlan, document: JsonValue, leftovers?: JsonObject): DraftError {
    const said = (parts: Parts | undefined) => (parts && valueAt(document, parts)) ?? null
    const lacks = (key: 'code' | 'message', value: unknown) =>
      value === undefined && error.texts.some(([named]) => named === key)
    const whole = said(error.at)
    const texts = this.#readTexts(error, said)
    const { code = this.#failure ?? 'GENERAL_ERROR', ...others } = texts
    if (lacks('code', texts.code)) this.problem('error_code_missing', 'the error has no code')
    const { message = nonEmptyText(whole), ...members } = others
    if (lacks('message', message)) this.problem('error_message_missing', 'the error has no message')
    const wait = said(error.wait?.parts)
    const hasWait = typeof wait === 'number' && wait >= 0
    if (wait !== null && !hasWait) this.problem('error_member_invalid', 'the wait is not a number')
    const retryable = said(error.retryable)
    const isStated = typeof retryable === 'boolean'
    if (retryable !== null && !isStated)
      this.problem('error_member_invalid', "'retryable' of the error is not a boolean")
    const details = said(error.details) ?? undefined
    return draftError({
      code,
      message: message ?? 'The command failed.',
      category: this.#plan.categoryOf(code) ?? this.#failure ?? 'GENERAL_ERROR',
      retryable: isStated ? retryable : null,
      members: {
        ...(members as Partial<OutcomeErrorInput>),
        details: mergedDetails(
          leftovers,
          isJsonObject(whole) ? withoutMembers(whole, error.own) : undefined,
          details === undefined || isJsonObject(details) ? details : { details },
        ),
        retry_after_ms: hasWait ? Math.round(wait * error.wait!.factor) : undefined,
      },
    })
  }

  #readTexts(error: ErrorPlan, said: (parts: Parts) => JsonValue) {
    const texts: { [Key in ErrorPlan['texts'][number][0]]?: string } = {}
    for (const [key, parts] of error.texts) {
      const value = said(parts)
      // An empty hint says nothing, but an empty code or message is what the tool said.
      const isEmpty = value === '' && key !== 'code' && key !== 'message'
      if (value === null || isEmpty) continue
      // Flat envelopes often have numbers as codes.
      const text = key === 'code' && typeof value === 'number' ? String(value) : value
      if (ERROR_FITS[key](text)) texts[key] = text as string
      else if (key !== 'message' || !isJsonObject(value)) {
        this.problem('error_member_invalid', `'${key}' of the error has the wrong type or value`)
      }
    }
    return texts
  }

  /** Makes the error for a failure without one; stderr becomes its detail. */
  #errorByExit(): DraftError {
    const category = this.#failure ?? 'GENERAL_ERROR'
    const said = this.text('stderr').trim().slice(0, 4096)
    const printed = { stdout: this.text('stdout'), stderr: this.text('stderr') }
    // Beside output without an envelope stands anything.
    const own = this.#plan.hasEnvelope ? readFailure(printed).message : undefined
    const message =
      this.exitCode === 0
        ? 'The command failed and does not say why.'
        : (own ?? `The command ended with exit code ${this.exitCode}.`)
    const members = said === '' ? {} : { detail: said }
    return synthesisedError({ code: category, message, category, retryable: null, members })
  }
}
