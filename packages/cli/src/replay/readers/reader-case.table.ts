/** A transcript of each client in its own form, small and written by hand, and the calls that it holds. */
export interface ReaderCase {
  readonly client: string
  readonly title: string
  readonly file: string
  readonly text: string
  /** Members that matter: session, command, output, exit, and marks that are true. */
  readonly calls: readonly (readonly [
    session: string,
    command: string,
    output: string,
    exit: number | undefined,
    ...marks: string[],
  ])[]
  /** Changes by other tools. */
  readonly changes?: number
}

export const lines = (...values: readonly object[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
export const pretty = (value: object) => `${JSON.stringify(value, null, 2)}\n`
