import { cleanText } from '../../contract/index.ts'
import { REDACTED } from '../../internal/redact/redact-text.ts'
import { isSecretName } from '../../internal/redact/secret-name.ts'
import { visibleText } from '../../internal/visible-text.ts'
import type { Logger } from '../handler/logger.ts'
import { cleanShownText } from '../output/clean-texts.ts'
import type { Run } from '../run/run-state.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Makes the run's logger, which writes to stderr and redacts secrets; debug lines need debug mode. */
export function createLogger(run: Run): Logger {
  const write =
    (level: Level) =>
    (message: unknown, facts?: unknown): void => {
      if (level === 'debug' && !run.isDebug) return
      logLine(run, level, message, facts)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Writes one diagnostic line to stderr; never throws, whatever it is given. */
export function logLine(run: Run, level: Level, message: unknown, facts?: unknown): void {
  const suffix = facts === undefined ? '' : ` ${toText(facts)}`
  const shown = cleanShownText(run, `[${level.toUpperCase()}] ${toText(message)}${suffix}`)
  const line = visibleText(shown, '\n\t')
  if (run.progress !== null && !run.isAnswered) run.progress.log(line)
  else void run.world.write('stderr', `${line}\n`)
}

const UNREADABLE = '[unreadable]'

function toText(value: unknown): string {
  try {
    if (typeof value === 'string') return value
    if (value instanceof Error) return String(value.stack ?? value)
    return typeof value === 'object' && value !== null ? objectText(value) : String(value)
  } catch {
    return UNREADABLE
  }
}

function objectText(object: object): string {
  try {
    return JSON.stringify(object, createReplacer())
  } catch {
    // One member cannot be read; the others still can.
    const members = Object.keys(object).map((name) => {
      try {
        const member = { [name]: (object as Record<string, unknown>)[name] }
        return JSON.stringify(member, createReplacer()).slice(1, -1)
      } catch {
        return `${JSON.stringify(name)}:"${UNREADABLE}"`
      }
    })
    return `{${members.join(',')}}`
  }
}

/** Makes a replacer that hides secrets and writes what JSON has no form for. */
function createReplacer(): (this: unknown, name: string, value: unknown) => unknown {
  const open: unknown[] = []
  return function replace(name, value) {
    if (typeof value !== 'object' || value === null) {
      if (isSecretName(name)) return REDACTED
      if (typeof value === 'string') return cleanText(value, true).text
      return typeof value === 'bigint' ? String(value) : value
    }
    while (open.length > 0 && open.at(-1) !== this) open.pop()
    if (open.includes(value)) return '[circular]'
    const members =
      value instanceof Error
        ? { ...(value as object), message: value.message, stack: value.stack, cause: value.cause }
        : value
    open.push(value, members)
    return members
  }
}
