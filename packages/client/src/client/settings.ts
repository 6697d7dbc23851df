import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { defect } from 'surety/unstable/contract'
import { isKnownDialect } from 'surety/unstable/dialects'
import { startsWithWords } from './call/redirect/command-line.ts'
import { createJournal } from './journal/journal.ts'
import { startTimer } from '@surety/internal/process/long-timer.ts'
import { quietEnvironment } from '@surety/internal/process/quiet-environment.ts'
import { secretsIn } from '@surety/internal/redact/redactor.ts'
import type { Memory } from './memory/facts.ts'
import { createFileMemory } from './memory/file-memory.ts'
import { stateFolder } from '@surety/internal/state-folder.ts'
import { createSessionMemory } from './memory/session-memory.ts'
import type { ClientOptions, RunOptions } from './options.ts'
import { resolvePolicy } from './decide/policy.ts'

const ALL_PAGES = 1000

export type Settings = ReturnType<typeof resolveSettings> & {
  readonly isLearning?: boolean
}

/** Checks the command line and options of a call and fills in defaults. The only place that throws on misuse. */
export function resolveSettings(argv: readonly string[], options: RunOptions) {
  if (!Array.isArray(argv) || argv.length === 0 || argv.some((word) => typeof word !== 'string')) {
    throw defect('ARGV_INVALID', 'a command line is a list of strings and starts with the program')
  }
  if (argv[0] === '' || argv.some((word: string) => word.includes('\0'))) {
    throw defect('ARGV_INVALID', 'the program must have a name, and no argument may contain NUL')
  }
  const { dialect = 'auto', pages, idempotencyKey, tool, call } = options
  const isKnown = typeof dialect !== 'string' || dialect === 'auto' || dialect === 'plain'
  if (!isKnown && !isKnownDialect(dialect)) {
    throw defect('DIALECT_UNKNOWN', `there is no dialect '${dialect}'`)
  }
  if (pages !== undefined && pages !== 'all' && !(Number.isInteger(pages) && pages > 0)) {
    throw defect('PAGES_INVALID', "pages must be a whole number above 0, or 'all'")
  }
  if (tool !== undefined && !startsWithWords(argv, tool.program)) {
    throw defect('TOOL_INVALID', 'the command line must start with the words of tool.program')
  }
  if (call !== undefined && !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(call)) {
    throw defect('CALL_INVALID', 'the id of a call must be a UUID in lower case')
  }
  const timeoutMs = wholeNumber('timeoutMs', options.timeoutMs ?? 120_000, 1)
  return {
    ...options,
    dialect,
    timeoutMs,
    deadlineMs: wholeNumber('deadlineMs', options.deadlineMs ?? Math.max(600_000, timeoutMs), 1),
    isDeadlineGiven: options.deadlineMs !== undefined,
    graceMs: wholeNumber('graceMs', options.graceMs ?? 2000, 0),
    drainMs: wholeNumber('drainMs', options.drainMs ?? 250, 0),
    maxBytes: wholeNumber('maxBytes', options.maxBytes ?? 16 * 1024 * 1024, 1),
    cursorFlag: options.cursorFlag ?? '--cursor',
    idempotencyFlag: options.idempotencyFlag ?? '--idempotency-key',
    etagFlag: options.etagFlag ?? '--etag',
    key: idempotencyKey === true ? randomUUID() : idempotencyKey,
    resolvedPolicy: resolvePolicy({
      ...options.policy,
      safety: options.safety ?? 'unknown',
      maxPages: pages === 'all' ? ALL_PAGES : (pages ?? 1),
      can: {
        refresh: options.refreshCredentials !== undefined,
        fix: options.approveFix !== undefined,
        changeArguments: options.changeArguments !== undefined,
        approveRedirect: options.approveRedirect !== undefined,
      },
    }),
  }
}

export function toRunOptions(options: ClientOptions): RunOptions {
  const { memory: _memory, journal: _journal, concurrency: _concurrency, ...own } = options
  const { inheritedEnv: _env, sleep: _sleep, now: _now, ...ofCalls } = own
  return ofCalls
}

export type World = Readonly<ReturnType<typeof resolveWorld>>

export function resolveWorld(options: ClientOptions) {
  const inheritedEnv: NodeJS.ProcessEnv = { ...(options.inheritedEnv ?? process.env) }
  const state = () => stateFolder(inheritedEnv)
  return {
    memory: resolveMemory(options.memory, state),
    journal: resolveJournal(options.journal, state),
    inheritedEnv,
    secrets: secretsIn(inheritedEnv),
    quietEnv: quietEnvironment(inheritedEnv),
    sleep: options.sleep ?? sleepFor,
    now: options.now ?? (() => new Date()),
  }
}

function resolveMemory(memory: ClientOptions['memory'], state: () => string): Memory {
  if (memory === false) return createSessionMemory()
  if (typeof memory === 'object') return memory
  return createFileMemory(memory ?? join(state(), 'tools'))
}

function resolveJournal(journal: ClientOptions['journal'], state: () => string) {
  if (journal === undefined || journal === false) return undefined
  if (typeof journal === 'object') return journal
  return createJournal(journal === true ? join(state(), 'journal') : journal)
}

/** Waits. An abort ends the wait early; the caller checks the signal afterwards. */
function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const end = (): void => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = startTimer(ms, end)
    signal?.addEventListener('abort', end)
  })
}

function wholeNumber(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value
  throw defect(
    'OPTION_INVALID',
    `${name} must be a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}, not ${value}`,
  )
}
