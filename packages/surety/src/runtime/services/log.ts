import { printableText } from '../../contract/index.ts'
import { REDACTED } from '@surety/internal/redact/redactor.ts'
import { isSecretName } from '@surety/internal/redact/secret-name.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import type { Logger } from '../handler/context.ts'
import { cleanShownText } from '../output/surroundings.ts'
import { isAnswered, isDebug, type Run } from '../run/run-state.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Makes the run's logger, which writes to stderr and redacts secrets; debug lines need debug mode. */
export function createLogger(run: Run): Logger {
  const write =
    (level: Level) =>
    (message: unknown, facts?: unknown): void => {
      if (level === 'debug' && !isDebug(run)) return
      logLine(run, level, message, facts)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Writes one diagnostic line to stderr; never throws, whatever it is given. */
export function logLine(run: Run, level: Level, message: unknown, facts?: unknown): void {
  const text = facts === undefined ? anyText(message) : `${anyText(message)} ${anyText(facts)}`
  const shown = cleanShownText(run, `[${level.toUpperCase()}] ${text}`)
  const line = visibleText(shown, '\n\t')
  if (run.display && !isAnswered(run)) run.display.log(line)
  else void run.world.write('stderr', `${line}\n`)
}

/** Hides secrets, and writes what JSON has no form for. */
function replaceMember(name: string, value: unknown): unknown {
  if (typeof value === 'object') {
    if (!(value instanceof Error)) return value
    const { message, stack, cause } = value
    return { ...(value as object), message, stack, cause }
  }
  if (isSecretName(name)) return REDACTED
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' ? printableText(value) : value
}

const UNREADABLE = '[unreadable]'

/** Writes any value as text: circles are marked, and so is what throws when it is read. */
function anyText(value: unknown): string {
  try {
    if (typeof value === 'string') return value
    if (value instanceof Error) return String(value.stack)
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
    const members = Object.keys(object).map((name) => memberText(object, name))
    return `{${members.join(',')}}`
  }
}

function memberText(object: object, name: string): string {
  try {
    const member = { [name]: (object as Record<string, unknown>)[name] }
    return JSON.stringify(member, createReplacer()).slice(1, -1)
  } catch {
    return `${JSON.stringify(name)}:"${UNREADABLE}"`
  }
}

function createReplacer(): (this: unknown, name: string, value: unknown) => unknown {
  const open: unknown[] = []
  return function replaceOpen(name, value) {
    const replaced = replaceMember(name, value)
    if (typeof value !== 'object' || value === null) return replaced
    while (open.length > 0 && open.at(-1) !== this) open.pop()
    if (open.includes(value)) return '[circular]'
    open.push(value, replaced)
    return replaced
  }
}
