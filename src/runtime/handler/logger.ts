/**
 * Writes diagnostics to stderr, with secrets redacted; compatible with pino-like loggers. Facts may hold
 * anything: an error is written with its stack, and what cannot be read is marked.
 */
export interface Logger {
  debug(message: string | Error, facts?: LogFacts): void
  info(message: string | Error, facts?: LogFacts): void
  warn(message: string | Error, facts?: LogFacts): void
  error(message: string | Error, facts?: LogFacts): void
}

/** Facts about a log line, or the error that it reports. */
type LogFacts = Readonly<Record<string, unknown>> | Error
