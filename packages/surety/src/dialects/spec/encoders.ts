import {
  EXIT_ROWS,
  INCOMPLETE_ROW,
  isFailureName,
  isSignalExitName,
  SIGNAL_EXITS,
  type FailureOutcome,
  type Generation,
  type JsonValue,
  type Outcome,
} from '../../contract/index.ts'
import type { EncodeOptions, Encoder, EncodedDocument } from '../dialect.ts'
import { adviceOf, factsOf, nativeDetails } from '../write/write-failure.ts'
import { specTraits } from './traits.ts'
import { writeSpecError, type SpecExit } from './write-error.ts'
import { asObject, onOneLine, plainMeta, writeSuccess, type Surroundings } from './write.ts'

interface OwnWays extends Surroundings {
  readonly generation: Generation
  readonly isIncompleteWork?: (data: JsonValue) => boolean
}

/** Writes the generations that say nothing of their own about `meta` and warnings. */
export const specEncoders: Readonly<
  Record<'1.0' | '1.6', Encoder> & Partial<Record<Generation, Encoder>>
> = Object.freeze({
  '1.0': makeSpecEncoder({ generation: '1.0' }),
  '1.6': makeSpecEncoder({ generation: '1.6' }),
})

export function makeSpecEncoder(ways: OwnWays): Encoder {
  const { generation, metaOf = plainMeta, warningsOf } = ways
  return Object.freeze({
    id: `spec-${generation}`,
    ...specTraits[generation],
    toDocument(outcome: Outcome, options: EncodeOptions = {}): EncodedDocument {
      if (!outcome.ok) return writeFailure(ways, outcome, { stow: 'plain', ...options })
      return writeSuccess(outcome, ways)
    },
  })

  function writeFailure(
    { isIncompleteWork }: OwnWays,
    outcome: FailureOutcome,
    options: EncodeOptions,
  ): EncodedDocument {
    const exit = chooseExit(outcome, options, isIncompleteWork)
    const number = numberOf(exit, generation)
    const error = writeSpecError({ generation, exit, outcome, options })
    const meta = metaOf(outcome, number)
    if (generation === '1.0') placeInMeta(outcome, options, meta, error)
    return onOneLine(number, {
      ok: false,
      // Before 1.16 the data of a failure is null.
      data: generation === '1.16' ? asObject(outcome.data) : null,
      error,
      warnings: warningsOf?.(outcome) ?? outcome.warnings,
      meta,
    })
  }
}

function chooseExit(
  { exit, error, data }: FailureOutcome,
  { exits }: EncodeOptions,
  isIncompleteWork: OwnWays['isIncompleteWork'],
): SpecExit {
  const isIncomplete = exit === 'INCOMPLETE' && error.code === 'INCOMPLETE'
  // An incomplete exit needs its data; without it nobody could go on.
  if (isIncomplete && isIncompleteWork?.(data)) return 'INCOMPLETE'
  const lacksRedirect = error.redirect === undefined
  if (isSignalExitName(exit)) return exit
  if (isFailureName(exit)) return exit === 'REDIRECTED' && lacksRedirect ? 'GENERAL_ERROR' : exit
  const declared = exits?.find((candidate) => candidate.name === exit)
  if (declared) return declared
  return error.category === 'REDIRECTED' ? 'GENERAL_ERROR' : error.category
}

function numberOf(exit: SpecExit, generation: Generation): number {
  if (typeof exit !== 'string') return exit.number
  if (exit === 'INCOMPLETE') return INCOMPLETE_ROW.number
  return isSignalExitName(exit) ? SIGNAL_EXITS[exit].number : EXIT_ROWS[generation][exit].number
}

/** Places what the closed error of 1.0 has no member for in meta; names that are taken there stay as they are. */
function placeInMeta(
  outcome: FailureOutcome,
  options: EncodeOptions,
  meta: Record<string, JsonValue>,
  error: object,
): void {
  const { data, meta: own } = outcome
  // The error has the wait in whole seconds.
  const taken = { ...error, ...(Object.hasOwn(error, 'retry_after') && { retry_after_ms: null }) }
  const details = options.stow === 'never' ? undefined : nativeDetails(outcome.error)
  const facts = {
    ...(details && { details }),
    ...adviceOf(outcome, options),
    ...factsOf(outcome, options, taken),
    ...(data !== null && { data }),
  }
  for (const [name, value] of Object.entries(facts))
    if (!Object.hasOwn(own, name)) meta[name] = value
}
