import { REDACTED } from '../../internal/redact/redact-text.ts'
import { isSecretName } from '../../internal/redact/secret-name.ts'
import { visibleText } from '../../internal/visible-text.ts'
import type { Logger } from '../handler/logger.ts'
import type { Run } from '../run/run-state.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Makes the run's logger, which writes to stderr and redacts secrets; debug lines need debug mode. */
export function createLogger(run: Run): Logger {
  const write =
    (level: Level) =>
    (message: string, facts?: Readonly<Record<string, unknown>>): void => {
      if (level === 'debug' && !run.isDebug) return
      logLine(run, level, message, facts)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Writes one diagnostic line to stderr. */
export function logLine(
  run: Run,
  level: Level,
  message: string,
  facts?: Readonly<Record<string, unknown>>,
): void {
  const suffix = facts === undefined ? '' : ` ${JSON.stringify(facts, hideSecretMembers)}`
  const shown = run.redactor.redact(`[${level.toUpperCase()}] ${message}${suffix}`)
  const line = visibleText(shown, '\n\t')
  if (run.progress !== null && !run.isAnswered) run.progress.log(line)
  else void run.world.write('stderr', `${line}\n`)
}

function hideSecretMembers(name: string, value: unknown): unknown {
  return typeof value !== 'object' && isSecretName(name) ? REDACTED : value
}
