/** Where an unquoted or quoted value stands, as far as it tells a sentence from a setting. */
export interface ValuePlace {
  readonly name: string
  readonly sign: string | undefined
  readonly isQuoted: boolean
  /** Some characters before the name and after the value. */
  readonly before: string
  readonly behind: string
}

/** Tests for a word of a sentence, a type or a placeholder behind a name: `token: expired`, `password: string`. */
export function isProse(value: string, place: ValuePlace): boolean {
  const { name, sign, isQuoted, before, behind } = place
  if (/^(?:<[a-z_ -]+>|\$\{?[A-Z][A-Z\d_]+\}?)$/.test(value)) return true
  const isToken = /^tokens?$/i.test(name)
  if (isToken && sign === ':' && PARSER.test(before) && !looksRandom(value)) return true
  if (isQuoted) return false
  if (sign === ':' && SOURCE_FILE.test(name)) return true
  if (sign === '=' && /\s$/.test(before) && CODE.test(value)) return true
  const bare = value.replace(/[)\]}:;.,!?|]{1,9}$/, '')
  if (bare === '') return sign === undefined || sign === ':'
  if (WORDS.test(bare) || /^\d{1,3}$/.test(bare)) return true
  const last = /(?:(?<![a-z\d])|(?=[A-Z]))[A-Z]?[a-z\d]*$/.exec(name)?.[0] ?? name
  if (bare === name.replace(/^-+/, '').replaceAll('-', '_').toUpperCase()) return true
  if (sign !== ':') return false
  if (
    TYPES.test(bare) ||
    (bare !== last && bare.toLowerCase().endsWith(last.toLowerCase() || '\0'))
  )
    return true
  // The name of a variable, or of a header, is followed by a value whatever it looks like.
  if (/^[A-Z\d]+_[A-Z\d_]+$|(?:authorization|cookie)$|^x-/i.test(name) && !/^[a-z_]+$/.test(name))
    return false
  if (!/^[A-Za-z][a-z]*\d{0,2}$|^[A-Z][a-zA-Z]+\d?$/.test(bare)) return false
  const goesOn = /^[)\]}:;.,!?|]{0,9}[ \t]{1,4}(?:[a-z]{1,20}(?![\w:=-])|\()/.test(behind)
  return goesOn || !/passw|passphrase|pwd|secret|^pass$|^pin$/i.test(name)
}

/** What parsers say before the token that they did not like. */
const PARSER =
  /(?:unexpected|expected|illegal|invalid|unknown|unrecogni[sz]ed|missing|next|bad|stray|near|after|before) $/i

const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|cs?|cc|cpp|h|php|sh|ya?ml|json|toml|md|txt|log|css|html|vue)$/

/** Expressions of code, as in `auth = require("./auth")`. */
const CODE =
  /^(?:require|import|await|new|this\.|self\.|process\.env|os\.|get\w{0,20}\(|read\w{0,20}\()/

const TYPES =
  /^&?(?:str(?:ing)?|number|bool(?:ean)?|bytes?|int(?:eger)?|float|char|any|unknown|object|String|Option<\w{1,20}>?|Optional\[\w{1,20}|Buffer|Uint8Array)(?:\[)?$/

const WORDS =
  /^(?:accept(?:ed|s)|again|all|an?|and|are|argument|as|at|be|before|but|by|can(?:not)?|changed?|could|denied|did|disabled|does|empty|enabled|expected|expired|failed|false|flag|for|found|from|given|has|hidden|if|ignored|in|incorrect|instead|invalid|is|it|malformed|may|mismatch|missing|must|needs?|no(?:ne|t)?|null|number|of|ok|on|only|option(?:al)?|or|please|redacted|rejected|required?s?|revoked|see|set|should|string|takes?|that|the|this|to|too|true|try|twice|undefined|unset|updated|valid|value|was|weak|when|will|with(?:out)?|wrong|you)$/i

/** Tests for what no word of a language looks like: letters and digits in turn, not `utf8` or `OAuth2`. */
export function looksRandom(value: string): boolean {
  return (
    /^[^\s/\\(){}<>[\]:,;"'`]{6,}$/.test(value) &&
    /[A-Za-z]/.test(value) &&
    /\d/.test(value) &&
    !/^[A-Za-z]+[-_.]?\d+(?:\.\d{1,9}){0,4}$|\.[a-z]{1,4}$|^v?\d+\.\d/.test(value)
  )
}
