/** Writes diagnostics to stderr, with secrets redacted; compatible with pino-like loggers. */
export interface Logger {
  debug(message: string, facts?: Readonly<Record<string, unknown>>): void
  info(message: string, facts?: Readonly<Record<string, unknown>>): void
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void
  error(message: string, facts?: Readonly<Record<string, unknown>>): void
}
