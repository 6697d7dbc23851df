/** Why an id cannot be the name of a session file, in the words of a message. */
export const ID_PROBLEMS = {
  empty: 'it is empty',
  separator: 'it has a path separator',
  traversal: "it has '..'",
  'control character': 'it has a control character',
  'too long': 'it is longer than 200 bytes',
  hidden: 'it starts with a dot',
  reserved: 'the name is reserved',
} as const

/** One of the reasons. */
export type IdProblem = keyof typeof ID_PROBLEMS

/** Finds the reason why an id is unsafe as a file name, such as a path out of the store. */
export function findIdProblem(id: string): IdProblem | undefined {
  if (id.trim() === '') return 'empty'
  if (/[/\\]/.test(id)) return 'separator'
  if (id.includes('..')) return 'traversal'
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  if (/[\u0000-\u001f\u007f]/.test(id)) return 'control character'
  if (Buffer.byteLength(id) > 200) return 'too long'
  if (id.startsWith('.')) return 'hidden'
  if (id.toLowerCase() === '__proto__' || isRotatedName(`${id}.jsonl`)) return 'reserved'
  return undefined
}

/** Tests for a rotated file. */
export function isRotatedName(name: string): boolean {
  return /\.rot-\d+\.jsonl$/.test(name)
}

const NEWEST = new Set(['latest', 'last', 'recent'])

/** Tests whether a reference means the newest session. */
export function meansNewest(reference: string): boolean {
  return NEWEST.has(reference.toLowerCase())
}

/** Makes ids that sort by time and differ between processes that start in the same millisecond. */
export function createSessionId(now: number, pid: number): string {
  counter += 1
  return `session-${now}-${pid}${counter}`
}

/** Reads the time of creation back out of an id, where it has one. */
export function creationTimeOf(id: string): number | undefined {
  const middle = /^session-(\d{1,15})-\d+$/.exec(id)?.[1]
  return middle === undefined ? undefined : Number(middle)
}

let counter = 0
