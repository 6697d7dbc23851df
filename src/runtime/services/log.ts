import { cleanText } from '../../contract/index.ts'
import { REDACTED } from '../../internal/redact/redact-text.ts'
import { isSecretName } from '../../internal/redact/secret-name.ts'
import { visibleText } from '../../internal/visible-text.ts'
import type { Logger } from '../handler/logger.ts'
import { cleanShownText } from '../output/finish.ts'
import { progressOf } from '../run/progress-display.ts'
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
  try {
    writeLine(run, level, toText(message), facts === undefined ? '' : ` ${toText(facts)}`)
  } catch {
    const writing = writeUnwritable(run, level, message, facts)
    run.ending.cleanups.push(() => writing)
  }
}

async function writeUnwritable(
  run: Run,
  level: Level,
  message: unknown,
  facts: unknown,
): Promise<void> {
  const { anyText } = await import('./unwritable-facts.ts')
  const suffix = facts === undefined ? '' : ` ${anyText(facts, replaceMember)}`
  writeLine(run, level, anyText(message, replaceMember), suffix)
}

function writeLine(run: Run, level: Level, message: string, facts: string): void {
  const shown = cleanShownText(run, `[${level.toUpperCase()}] ${message}${facts}`)
  const line = visibleText(shown, '\n\t')
  const progress = progressOf(run)
  if (progress && !run.ending.isAnswered) progress.log(line)
  else void run.world.write('stderr', `${line}\n`)
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return String(value.stack)
  if (typeof value === 'object') return JSON.stringify(value, replaceMember)
  // oxlint-disable-next-line typescript/no-base-to-string -- no object comes here
  return String(value)
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
  return typeof value === 'string' ? cleanText(value, true).text : value
}
