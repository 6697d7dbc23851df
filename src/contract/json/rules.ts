/** Says what a value that JSON cannot represent becomes; a change of notation is not lossy. */
const rule = (lossy: boolean, note: string) => Object.freeze({ lossy, note })

/** Every kind of change that serialisation makes; all other values stay as they are. */
export const SERIALISATION_RULES = Object.freeze({
  date: rule(false, 'A date becomes its ISO 8601 text in UTC.'),
  'date-invalid': rule(true, 'A date that is no point in time becomes null.'),
  bigint: rule(false, 'A big integer that a number holds exactly becomes that number.'),
  'bigint-text': rule(
    false,
    'A big integer beyond the safe range becomes its decimal digits as text.',
  ),
  'not-finite': rule(true, 'NaN and the infinities become null.'),
  'negative-zero': rule(false, 'Minus zero becomes 0.'),
  undefined: rule(false, 'An undefined member is absent.'),
  'undefined-null': rule(false, 'Undefined becomes null where a value has to stand.'),
  hole: rule(false, 'The holes of a sparse array become null.'),
  function: rule(true, 'A function is absent as a member and null as a value.'),
  symbol: rule(true, 'A symbol is absent as a member and null as a value.'),
  map: rule(false, 'A map becomes an object if every key is text, else a list of pairs.'),
  set: rule(false, 'A set becomes a list.'),
  error: rule(false, 'An error becomes its name, message, code and cause; never its stack.'),
  binary: rule(false, 'Bytes become an object with their base64 text.'),
  'number-array': rule(false, 'A typed array of wider numbers becomes a list.'),
  regexp: rule(false, 'A regular expression becomes its source text.'),
  boxed: rule(false, 'A boxed primitive becomes the primitive.'),
  'to-json': rule(false, 'A value with toJSON becomes what that returns.'),
  instance: rule(false, 'An instance of a class becomes an object of its own enumerable members.'),
  'to-json-threw': rule(true, 'A value whose toJSON throws becomes null.'),
  'getter-threw': rule(true, 'A member whose getter throws becomes null.'),
  unreadable: rule(true, 'An object that cannot be looked into becomes null.'),
  unsupported: rule(true, 'A value with no content to write, such as a promise, becomes null.'),
  circular: rule(true, 'A value that contains itself becomes null at the point of return.'),
  'too-deep': rule(true, 'What is nested beyond the limit becomes null.'),
  'too-large': rule(true, 'What comes after the limit on values becomes null.'),
  nul: rule(true, 'The NUL character becomes U+FFFD.'),
  'lone-surrogate': rule(true, 'Half of a surrogate pair becomes U+FFFD.'),
  'terminal-codes': rule(true, 'Escape sequences and carriage returns are taken out of text.'),
  'key-collision': rule(
    false,
    'A key that cleaning made equal to another gets U+FFFD and a number appended.',
  ),
})

/** The name of a change that serialisation makes. */
export type SerialisationKind = keyof typeof SERIALISATION_RULES

/** One change that serialisation made, as data. */
export interface SerialisationChange {
  /** JSON pointer into the result: where the change shows. */
  readonly pointer: string
  readonly kind: SerialisationKind
  readonly note: string
  readonly lossy: boolean
}
