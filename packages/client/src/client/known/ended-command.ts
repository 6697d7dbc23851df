/** A command of a shell that has ended, as a client shows it. */
export interface EndedCommand {
  readonly command: string
  /** What it printed, both streams together. */
  readonly output: string
  /** Undefined where the client does not hand it over. */
  readonly exit: number | undefined
}
