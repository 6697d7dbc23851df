/** The value of the member is part of the shape: readers and writers branch on it. */
export const FIXED = 0
/** A text or number that is carried along or dropped, whatever it is. */
export const TEXT = 1
/** A list of such texts. */
export const LIST = 2
/** A whole number above zero. */
export const COUNT = 3
/** Such a number with a unit behind it, in quotes. */
export const DURATION = 4
/** A text that is never even compared, as long as its characters are plain. */
export const PLAIN_TEXT = 6
/** The payload, if it stands at the top. */
export const PAYLOAD = 5

/**
 * What the value of a member may be, by its name as it stands in the line. Everything that is not
 * listed here is only ever compared with other texts, which is checked elsewhere.
 */
export function kindOfName(bytes: Uint8Array, start: number, end: number, hash: number): number {
  const known = BY_HASH.get(hash)
  if (!known) return TEXT
  const { name, kind } = known
  if (end - start !== name.length) return TEXT
  for (let k = 0; k < name.length; k++) if (bytes[start + k] !== name[k]) return TEXT
  return kind
}

/** Names whose values decide something in one of the dialects. */
const DECIDING = (
  'ok code kind error_kind category exit exit_code type status retryable recovery retry_after ' +
  'retry_after_ms retry_strategy phase reason action command schema schema_version output_format ' +
  'nextOffset next_offset data_at synthesised'
).split(' ')
const KINDS: readonly (readonly [string, number])[] = [
  ...DECIDING.map((name) => [name, FIXED] as const),
  ['duration_ms', COUNT],
  ['duration', DURATION],
  ['request_id', PLAIN_TEXT],
  ['cursor', PLAIN_TEXT],
  ['timestamp', PLAIN_TEXT],
  ['warnings', LIST],
  ['data', PAYLOAD],
]
const BY_HASH = new Map(
  KINDS.flatMap(([name, kind]) =>
    ['', '/', '/meta/', '/error/'].map((place) => {
      const text = Buffer.from(place + name)
      const entry = { name: text, kind: place !== '' && kind === PAYLOAD ? FIXED : kind }
      return [hashOf(text), entry] as const
    }),
  ),
)

function hashOf(text: Uint8Array): number {
  return text.reduce((hash, unit) => Math.imul(hash ^ unit, 0x01000193), 0x811c9dc5 | 0)
}
