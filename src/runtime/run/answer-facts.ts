import type { JsonValue } from '../../contract/index.ts'

/** The lines that a filter writes to standard output; `report` is its return value. */
export interface FilterLines {
  bytes: number
  /** The number of lines, counted only where the last one says how many there are. */
  count?: number
  report: JsonValue | undefined
}

class Facts {
  /** The file that gets the answer; null for standard output. */
  file: string | null = null
  /** How the command is called, for people who called it wrongly. */
  usage: string | null = null
  /** Whether the data was truncated or filtered, so that it no longer matches the output schema. */
  isReshaped = false
  /** Whether the size limit does not apply, because a part would be useless: a manifest. */
  isUnlimited = false
  /** Whether the framework raised the error and the tool's own code replaced the framework's. */
  isFrameworkError = false
  /** What an error of the command is about by default: its first argument. */
  target: string | undefined
  /** Cuts the data again, to fewer bytes; null if the data is small. */
  recut: ((budget: number) => JsonValue) | null = null
  /** The number of rows that a stream has written. */
  rows = 0
  /** Set while a filter writes lines to standard output. */
  lines: FilterLines | null = null

  writeTo(file: string): void {
    this.file = file
  }

  showUsage(usage: string): void {
    this.usage = usage
  }

  markReshaped(): void {
    this.isReshaped = true
  }

  liftSizeLimit(): void {
    this.isUnlimited = true
  }

  markFrameworkError(): void {
    this.isFrameworkError = true
  }

  aimAt(target: unknown): void {
    if (typeof target === 'string') this.target = target
  }

  cutBy(recut: (budget: number) => JsonValue): void {
    this.recut = recut
  }

  countRow(): void {
    this.rows += 1
  }

  writeLines(lines: FilterLines): void {
    this.lines = lines
  }
}

/** What the writers of an answer must know about it. */
export type AnswerFacts = Readonly<Facts>

export function createAnswerFacts(): AnswerFacts {
  return new Facts()
}
