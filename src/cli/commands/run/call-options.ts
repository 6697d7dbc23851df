import type { ClientOptions, RunOptions, Safety } from '../../../client/index.ts'
import { s } from '../../../schema/index.ts'
import { journalDirOf, memoryDirOf, stateDirOf, stateOptions } from '../../state-folder.ts'
import { dialectChoice } from './dialect-choice.ts'

/** Options of everything that runs tools. */
export const callOptions = {
  dialect: s
    .string()
    .min(1)
    .default('auto')
    .describe('Dialect of the tool: an id, a dialect file, plain, or auto to find it out'),
  retries: s
    .integer()
    .min(0)
    .max(2)
    .default(2)
    .describe('Tries after the first for one error code'),
  timeout: s.duration().default('2m').describe('Time limit of each attempt'),
  maxWait: s.duration().default('5m').describe('Longest wait before a retry'),
  pages: s
    .string()
    .pattern(/^(all|[1-9]\d{0,5})$/)
    .optional()
    .describe('Pages to collect: a number, or all'),
  safe: s.boolean().default(false).describe('Declares that the call only reads'),
  idempotent: s.boolean().default(false).describe('Declares that repeating the call is harmless'),
  memory: s.boolean().default(true).describe('Uses and keeps what is learnt about tools'),
  journal: s.boolean().default(true).describe('Writes every attempt down'),
  ...stateOptions,
}

/** The values of {@link callOptions}. */
export interface CallValues {
  readonly dialect: string
  readonly retries: number
  readonly timeout: number
  readonly maxWait: number
  readonly pages?: string | undefined
  readonly safe: boolean
  readonly idempotent: boolean
  readonly memory: boolean
  readonly journal: boolean
  readonly stateDir?: string | undefined
}

/** Turns what the command line says into what a client is made with. */
export async function toClientOptions(
  values: CallValues,
  env: NodeJS.ProcessEnv,
): Promise<ClientOptions> {
  const state = stateDirOf(values.stateDir, env)
  return {
    ...(await toRunOptions(values)),
    inheritedEnv: env,
    memory: values.memory ? memoryDirOf(state) : false,
    journal: values.journal ? journalDirOf(state) : false,
  }
}

async function toRunOptions(values: CallValues): Promise<RunOptions> {
  const { pages } = values
  return {
    dialect: await dialectChoice(values.dialect),
    policy: { maxTries: values.retries + 1, maxWaitMs: values.maxWait },
    // A time limit of nothing means no limit; a timer cannot be longer than this.
    timeoutMs: values.timeout === 0 ? 2 ** 31 - 1 : values.timeout,
    safety: safetyOf(values),
    ...(pages !== undefined && { pages: pages === 'all' ? 'all' : Number(pages) }),
  }
}

function safetyOf({ safe, idempotent }: CallValues): Safety {
  if (safe) return 'safe'
  return idempotent ? 'idempotent' : 'unknown'
}
