import type { Shown } from '../world.ts'

/** What a text says went wrong. Agents read well: all that is on the screen is understood, in the words of any build. */
export type Failure =
  | 'confirmation'
  | 'token'
  | 'rate'
  | 'timeout'
  | 'missing'
  | 'command'
  | 'partial'
  | 'other'

const SAYS: readonly (readonly [Failure, RegExp])[] = [
  ['confirmation', /\(y\/N\)|CONFIRMATION_REQUIRED|waits for input/],
  ['token', /token has expired/i],
  ['rate', /rate limit/i],
  ['timeout', /timed out after \d+ ms/i],
  ['missing', /there is no order \d+/i],
  ['command', /unknown command|COMMAND_NOT_FOUND|UNKNOWN_COMMAND|COMMAND_MOVED/],
  ['partial', /\b[1-9]\d*(?: of \d+ rows)? failed|ROWS_REJECTED|^(?: ›\s+Warning: )?row \d+:/m],
  ['other', /^\W*error\b|"ok":false|surety: part \d/im],
]

/** Says what failed, undefined if nothing that is shown says so. */
export function failureIn({
  text,
  exit,
  hung,
  line = '',
}: Shown & { readonly line?: string }): Failure | undefined {
  const flag = confirmingFlag(text)
  if (flag !== undefined && !line.includes(flag) && !line.includes('--help')) return 'confirmation'
  const said = SAYS.find(([, words]) => words.test(unwrapped(text)))?.[0]
  return said ?? (hung || exit !== 0 ? 'other' : undefined)
}

/** Finds a command of the program that the text names as the next one. */
export function namedCommand(text: string): string | undefined {
  const found =
    /Run:? "?orders ((?!--help)[a-z]+[^".,]*)/.exec(unwrapped(text)) ??
    /(?:Try this|refunded|imported): orders ([a-z]+[^\n]*)/.exec(text) ??
    /"fix_command":"orders ([^"]+)"/.exec(text) ??
    /^\s*orders ((?!--help)[a-z]+[^,\n]*)(?:,|$)/m.exec(text)
  return found?.[1]!.replace(/ to see .*/, '').trim()
}

/** Whether the answer says that the same call must not be made again. */
export function saysNoRepeat(text: string): boolean {
  return /"?retryable"?: ?false/.test(text)
}

export function secondsToWait(text: string): number | undefined {
  const seconds =
    /Retry after (\d+) seconds/i.exec(text)?.[1] ?? /"retry_after":(\d+)/.exec(text)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}

/** The flag that does what the program wanted to ask about. */
export function confirmingFlag(text: string): string | undefined {
  return /--confirm-destructive|--yes/.exec(text)?.[0]
}

/** The number of all matches, where the answer has it. */
export function totalIn(text: string): number | undefined {
  const total =
    /"?total"?: ?(\d+)/.exec(text)?.[1] ?? /Showing \d+ of (\d+)/.exec(unwrapped(text))?.[1]
  return total === undefined ? undefined : Number(total)
}

/** An order as it stands in a list, whatever the form of the list. */
export interface Row {
  readonly id: number
  readonly amount: number
  readonly customer: string
}

export function rowsIn(text: string): readonly Row[] {
  const plain = unwrapped(text)
  const fields = /"?id"?: ?(\d+)[^}]*?"?customer"?: ?"?(\w+)[^}]*?"?amount"?: ?(\d+)/g
  const columns = /^(\d+)\s+(?:\d{4}-\d\d-\d\d)?\s+(\w+)\s+(\d+)\s+\w+/gm
  const found = [...plain.matchAll(fields)]
  return (found.length > 0 ? found : [...plain.matchAll(columns)]).map(
    ([, id, customer, amount]) => ({
      id: Number(id),
      customer: customer!,
      amount: Number(amount),
    }),
  )
}

/** The rows of the file that an import says it left out. */
export function rejectedRows(text: string): readonly number[] {
  const rows = [...unwrapped(text).matchAll(/"row": ?(\d+)|\brow (\d+):/g)]
  return [...new Set(rows.map(([, one, other]) => Number(one ?? other)))].toSorted((a, b) => a - b)
}

/** How many rows an import had taken before it was cut off. */
export function importedBefore(text: string): number | undefined {
  const count = /(\d+) of \d+ rows are imported/.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}

export function saysRefunded(text: string): boolean {
  return /refunded \d|"?refunds"?(?:\[\d+\])?: ?\[?\s*[1-9]/.test(unwrapped(text))
}

/** Texts inside JSON have their line breaks and quotes escaped; a reader sees through that. */
function unwrapped(text: string): string {
  return text.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\"`, '"')
}
