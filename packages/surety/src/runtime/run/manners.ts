import {
  defect,
  type JsonObject,
  type JsonValue,
  type OutcomeErrorInput,
} from '../../contract/index.ts'
import { ofGenerations } from '../declare/generation-rules.ts'

/** The ways of a generation in a call. Whoever needs one takes it from the column; nobody asks for the generation. */
export interface Manners {
  /** Words a warning that has a code. */
  readonly warning: (code: string, text: string) => string
  /** Puts facts about warnings into `meta`, one for each warning. */
  readonly warningContexts: (contexts: readonly JsonValue[]) => Readonly<Record<string, JsonValue>>
  /** Chooses the facts that describe a page. */
  readonly pageFacts: (facts: JsonObject) => JsonObject
  /** Says when and how a failed call may be repeated. */
  readonly retryHints: (exit: string) => Partial<OutcomeErrorInput>
  /** Says that a call was cut off: in its data or in `meta`. */
  readonly cutOff: {
    readonly facts: { readonly data?: JsonObject }
    readonly meta: Readonly<Record<string, JsonValue>>
  }
  /** What helps a call that took too long. */
  readonly late: (isTooShort: boolean) => object
  /** Tells that something else was printed to stdout; `prose` is what of it is no JSON. */
  readonly noise: (prose: string) => string
  readonly version: (name: string, version: string) => string
  /** Names options in the help of every command. */
  readonly optionsInHelp: (names: readonly string[]) => readonly string[]
  /** Whether a refusal names all options of a set, of which one is needed. */
  readonly namesWholeSet: boolean
  /** How long a pipe may say nothing that nobody named; undefined for as long as the call may take. */
  readonly firstByteMs: number | undefined
  /** How long `validate()` may take; null for as long as it likes. */
  readonly validateMs: number | null
  /** Makes the defect of a tool that breaks a rule for its answers; null where only the author is told. */
  readonly breach: (code: string, text: string) => Error | null
  /** Chooses the way to whoever hears of what a tool leaves undeclared. */
  readonly undeclared: <Way>(toCallers: Way, toAuthor: Way) => Way
}

const FOUNDING: Manners = {
  warning: (_code, text) => text,
  warningContexts: () => ({}),
  pageFacts: (facts) => facts,
  retryHints: () => ({}),
  cutOff: { facts: {}, meta: { partial: true } },
  late: () => ({}),
  noise: () => 'Something printed to stdout; it was sent to stderr.',
  version: (name, version) => `${name} ${version}`,
  optionsInHelp: () => [],
  namesWholeSet: false,
  firstByteMs: undefined,
  validateMs: null,
  breach: () => null,
  undeclared: (_toCallers, toAuthor) => toAuthor,
}

/** From here on breaches are defects. */
const STRICT: Manners = {
  ...FOUNDING,
  validateMs: 100,
  breach: (code, text) => defect(code, text),
  undeclared: (toCallers) => toCallers,
}

const CURRENT: Manners = {
  ...STRICT,
  warning: (code, text) => `${code}: ${text}`,
  warningContexts: (contexts) =>
    contexts.some((context) => context !== null) ? { warning_context: contexts } : {},
  // `pagination` says it all.
  pageFacts: ({ page_size: _size, total: _total, ...facts }) => facts,
  retryHints: (exit) => ({
    retry_after_ms: exit === 'RATE_LIMITED' ? 1000 : 0,
    retry_strategy: 'exponential_backoff',
  }),
  cutOff: { facts: { data: { partial: true } }, meta: {} },
  late: (isTooShort) => (isTooShort ? { fix_required: 'Run again with a larger --timeout.' } : {}),
  noise: (prose) => `Something printed to stdout${prose === '' ? ', which was dropped' : ''}.`,
  // The same text as in answers and AGENTS.md.
  version: (_name, version) => version,
  optionsInHelp: (names) => [`Options of every command: ${names.join(' ')}`],
  namesWholeSet: true,
  firstByteMs: 700,
}

/** Returns the column of the generation that a dialect belongs to; other families follow the founding one. */
export const mannersIn = ofGenerations((isSince) =>
  isSince('1.16') ? CURRENT : isSince('1.6') ? STRICT : FOUNDING,
)
