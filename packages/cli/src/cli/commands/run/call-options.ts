import { loadKnowledge, type ClientOptions } from '@surety/client/unstable/client'
import { EXIT_ROWS, isFailureName, suretyError } from 'surety/unstable/contract'
import {
  addDialect,
  isKnownDialect,
  knownDialectIds,
  isDialectFile,
  loadDialect,
  type Dialect,
} from 'surety/unstable/dialects'
import { given } from '@surety/internal/given.ts'
import type { ExitCodesDeclaration, InputProblem, ValuesOf } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { stateFoldersOf, stateOptions } from '../../state-folder.ts'
import { count, flag, matching, problemIf, required } from '../../input/option-kinds.ts'

export const callOptions = {
  dialect: required(
    'Dialect of the tool: an id, a dialect file, plain, or auto to detect it',
  ).default('auto'),
  retries: count('Retries per error code', 0, 2).default(2),
  timeout: s.duration().default('2m').describe('Time limit of each attempt'),
  deadline: s
    .duration()
    .optional()
    .describe('Time limit of the whole call, waits included; default 10m, or --timeout if longer'),
  continuations: count(
    'Limit of further calls that continue incomplete work; 0 for none',
    0,
    10_000,
  ).default(100),
  maxWait: s.duration().default('5m').describe('Longest wait before a retry'),
  pages: matching(
    /^(all|[1-9]\d{0,5})$/,
    "a number of pages or 'all'",
    'Pages to collect: a number, or all',
  ).optional(),
  safe: flag('Declares that the call only reads'),
  idempotent: flag('Declares that the call can be repeated safely'),
  memory: s.boolean().default(true).describe('Uses and updates what is known about tools'),
  journal: s.boolean().default(true).describe('Records every attempt in the journal'),
  ...stateOptions,
}

const { dialect, timeout, retries, maxWait, journal, stateDir } = callOptions

/** Those of a command that chooses the rest itself. */
export const limitedCallOptions = { dialect, timeout, retries, maxWait, journal, stateDir }

export type CallValues = Pick<Values, 'journal' | 'maxWait' | 'retries' | 'timeout'> &
  Partial<Values>
type Values = ValuesOf<typeof callOptions>

export async function toClientOptions(
  values: CallValues,
  env: NodeJS.ProcessEnv,
): Promise<ClientOptions> {
  const { pages, deadline } = values
  const folders = stateFoldersOf(values.stateDir, env)
  return {
    dialect: await dialectChoice(values.dialect ?? 'auto'),
    policy: given({
      maxTries: values.retries + 1,
      maxWaitMs: values.maxWait,
      maxContinuations: values.continuations,
    }),
    timeoutMs: orNone(values.timeout),
    ...(deadline !== undefined && { deadlineMs: orNone(deadline) }),
    safety: values.safe ? 'safe' : values.idempotent ? 'idempotent' : 'unknown',
    ...(pages !== undefined && { pages: pages === 'all' ? 'all' : Number(pages) }),
    inheritedEnv: env,
    known: async (...call) => (await loadKnowledge()).knownProgram(...call),
    memory: values.memory === false ? false : folders.memory,
    journal: values.journal && folders.journal,
  }
}

/** 0 means no limit. */
function orNone(limitMs: number): number {
  return limitMs === 0 ? Number.MAX_SAFE_INTEGER : limitMs
}

async function dialectChoice(word: string): Promise<string | Dialect> {
  if (word === 'auto' || word === 'plain' || isKnownDialect(word)) return word
  if (!isDialectFile(word))
    throw suretyError('INVALID_CHOICE', `There is no dialect '${word}'.`, {
      target: word,
      phase: 'validation',
      retryable: false,
      suggestion: `Use one of ${['auto', 'plain', ...knownDialectIds()].join(', ')}, or the path of a dialect file.`,
    })
  const dialect = await loadDialect(word)
  addDialect(dialect.id, async () => dialect)
  return dialect
}

/** Declares every standard exit, because the exit of a wrapped tool is passed on. */
export function passThroughExits(success: string): ExitCodesDeclaration {
  const passedOn = Object.keys(EXIT_ROWS['1.6'])
    .filter(isFailureName)
    .map((name) => [name, 'The tool failed; the number says how'] as const)
  return { SUCCESS: success, ...Object.fromEntries(passedOn) }
}

/** Rejects an empty tool name, which an unset shell variable produces. */
export function toolNameProblems(words: readonly string[]): readonly InputProblem[] {
  return problemIf(words[0] === '', '<words>', 'INVALID_VALUE', 'The name of the tool is empty.')
}
