/** One requirement of priority P0. */
export interface Requirement {
  readonly title: string
  /** A few words on each line of its acceptance list, in the order of the list. */
  readonly lines: readonly string[]
}

/** Requirements by id. */
export type Requirements = Readonly<Record<string, Requirement>>
