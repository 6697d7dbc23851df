import { isProse, looksRandom } from './prose.ts'
import { isSecretName, isSurelySecretName, mayHoldSecretName } from './secret-name.ts'

export interface RedactorOptions {
  readonly secrets?: Iterable<string>
  /** An environment; the values of its secret variables are secrets. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Removes secrets from text before it is shown or stored. */
export interface Redactor {
  learn(secret: string): void
  /** In an argument of a command line, the value of `token=a b` extends to the end. */
  redact(text: string, isArgument?: boolean): string
}

/** Makes a redactor for logs and errors. The data of an answer stays: a command may be meant to print a token. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const known = new Set<string>()
  let pattern: RegExp | null = null
  const learn = (secret: string): void => {
    if (secret === '' || known.has(secret)) return
    for (const form of formsOf(secret)) known.add(form)
    pattern = null
  }
  let variables = Object.entries(options.env ?? {})
  // Only a value that may be in the text has to be judged by its name, and most texts have none.
  const learnFrom = (text: string): void => {
    const mayBeEncoded = /[%\\]|[\w+/-]{10}/.test(text)
    variables = variables.filter(([name, value]) => {
      if (!mayBeEncoded && value !== undefined && !text.includes(value)) return true
      if (isSecretVariable(name, value)) learn(value)
      return false
    })
  }
  const redact = (text: string, isArgument?: boolean): string => {
    if (variables.length > 0) learnFrom(text)
    if (known.size > 0) pattern ??= anyOf(known)
    return redactText(pattern === null ? text : text.replace(pattern, REDACTED), isArgument)
  }
  for (const secret of options.secrets ?? []) learn(secret)
  return { learn, redact }
}

/** Lists how a secret may read: in hexadecimal digits, and in Base64 whatever stands before it: `ada:secret`. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const plain = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
  ]
  // Of a short one what is left could be anything.
  if (secret.length < 8) return plain
  const base64 = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url')
    // The first and the last letter also hold bits of what stands before and after.
    const inner = text.slice(
      Math.ceil((offset * 8) / 6),
      Math.floor(((offset + bytes.length) * 8) / 6),
    )
    return [inner, inner.replaceAll('-', '+').replaceAll('_', '/')]
  })
  return [...plain, bytes.toString('hex'), ...base64]
}

export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    isSecretVariable(name, value) ? [value] : [],
  )
}

/** Removes the values of secret variables, and nothing else, from all texts of a JSON value. */
export function withoutSecretsOf<T>(env: NonNullable<RedactorOptions['env']>, value: T): T {
  const forms = secretsIn(env).flatMap(formsOf)
  if (forms.length === 0) return value
  const pattern = anyOf(new Set(forms))
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(pattern, REDACTED)
    if (Array.isArray(part)) return part.map(clean)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, clean(each)]))
  }
  return clean(value) as T
}

/** Tests for a variable with a secret; a shorter value could be an ordinary word. */
function isSecretVariable(name: string, value: string | undefined): value is string {
  return value !== undefined && value.length >= 6 && isSurelySecretName(name)
}

function anyOf(values: Iterable<string>): RegExp {
  const words = [...values].toSorted((a, b) => b.length - a.length)
  // A short secret is redacted only if it stands alone, not as the "a" in "data".
  const forms = words.map((word) =>
    word.length < 4 ? `(?<!\\w)${escape(word)}(?!\\w)` : escape(word),
  )
  return new RegExp(forms.join('|'), 'g')
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}

export const REDACTED = '[REDACTED]'

/** Takes linear time. A pattern is tried only on text with a sign of it: compiling takes longer than looking. */
export function redactText(text: string, isArgument = false): string {
  let shown = text
  if (shown.includes('-----BEGIN'))
    shown = shown.replace(
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY[^]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,9}-----|$)/g,
      REDACTED,
    )
  if (shown.includes('@'))
    shown = shown
      .replace(/(:\\?\/\\?\/)[^\s/?#@:"'`<>]*:[^\s/?#"'`<>]*@/g, `$1${REDACTED}@`)
      .replace(/(https?:\/\/)(?=[^\s/@]{0,40}\d)[\w.~%+-]{10,}@/g, `$1${REDACTED}@`)
  if (shown.includes('=')) shown = redactQuery(shown)
  if (shown.includes('"kty"') || /:(?:\d{4,5}|\*):/.test(shown)) shown = redactKeyFiles(shown)
  const mayBeNamed = mayHoldSecretName(shown)
  if (mayBeNamed && /value/i.test(shown)) shown = redactValueAfterName(shown)
  if (mayBeNamed && /%22|u0022/.test(shown)) shown = redactEscapedMembers(shown)
  if (/hook|telegram|ifttt/.test(shown)) shown = redactHooks(shown)
  if (/[\w-]{14}|eyJ/.test(shown)) shown = shown.replace(TOKENS, REDACTED)
  if (shown.includes('</'))
    shown = shown.replace(
      /(<([\w.:-]+)(?:\s[^<>]{0,200})?>)[^<>]+(?=<\/)/g,
      (whole, tag: string, name: string) => (isSecretName(name) ? tag + REDACTED : whole),
    )
  if (mayBeNamed && /[=:%]|(?<![\w.])-/.test(shown)) shown = redactNamed(shown, isArgument)
  if (mayBeNamed && /["'],/.test(shown)) shown = redactListed(shown)
  if (mayBeNamed || /identified/i.test(shown)) shown = redactBeside(shown)
  if (!/[Bb](?:earer|asic)\s/.test(shown)) return shown
  return shown.replace(
    // But not "Basic authentication" and "bearer token".
    /\b((?:[Bb]earer\s{1,4}(?!(?:auth|cred|token)[a-z]*\b)|[Bb]asic\s{1,4}(?![A-Za-z][a-z]*\b)))[\w.~+/=-]{8,}/g,
    `$1${REDACTED}`,
  )
}

function redactQuery(text: string): string {
  return text.replace(
    /([?&](?:[a-z]{0,9}sess(?:ion)?_?id|code_verifier|code(?==[^\s&#"']{0,40}\d)(?==[^\s&#"']{16})|key(?==[^\s&#"']{0,40}\d))=)[^\s&#"'`<>]+/gi,
    `$1${REDACTED}`,
  )
}

/** Redacts the private members of a JSON Web Key, and the last field of a line of `.pgpass`. */
function redactKeyFiles(text: string): string {
  const lines = text.replace(
    /^([\w.*-]{1,253}:(?:\d{4,5}|\*):(?!\d+:)[\w.*-]{1,63}:[\w.*-]{1,63}:)\S+$/gm,
    `$1${REDACTED}`,
  )
  if (!lines.includes('"kty"')) return lines
  return lines.replace(/("(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}")[\w-]{8,}(?=")/g, `$1${REDACTED}`)
}

/** Redacts `name="token" value="x"`, the same as two lines of YAML, and `"token": {"value": "x"}`. */
function redactValueAfterName(text: string): string {
  const keep = (whole: string, start: string, name: string) =>
    isSecretName(name) ? start + REDACTED : whole
  return text
    .replace(
      /\b((?:key|name)\\{0,7}["']?\s{0,4}[=:]\s{0,4}\\{0,7}["']([\w.-]+)\\{0,7}["'][\s,]{0,9}\\{0,7}["']?value\\{0,7}["']?\s{0,4}[=:]\s{0,4}\\{0,7}["'])[^"'\\<>]+/gi,
      keep,
    )
    .replace(/\b(name: ["']?([\w.-]{1,80})["']?\s{1,40}value: ["']?)[^\s"']+/g, keep)
    .replace(
      /(["']([\w.-]{1,80})["']\s{0,4}:\s{0,4}\{\s{0,40}["']value["']\s{0,4}:\s{0,4}["'])[^"']+/g,
      keep,
    )
}

/** Redacts `%22token%22%3A%22x%22` and the same with `\u0022`. */
function redactEscapedMembers(text: string): string {
  return text.replace(
    /((?:%22|u0022)([\w.-]{1,80})(?:%22|\\u0022)(?:%3A|:)(?:%20| )?(?:%22|\\u0022))[^%\\"\s&]+/gi,
    (whole, start: string, name: string) => (isSecretName(name) ? start + REDACTED : whole),
  )
}

/** Redacts addresses to which everybody who knows them may write. */
function redactHooks(text: string): string {
  return text.replace(
    /\b(discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{1,25}\/|hooks\.slack\.com\/[a-z]{1,20}\/|api\.telegram\.org\/(?:file\/)?bot\d{1,20}:|webhook\.office\.com\/webhookb2\/|hooks\.zapier\.com\/hooks\/[a-z]{1,20}\/|maker\.ifttt\.com\/trigger\/\w{1,40}\/(?:json\/)?with\/key\/)[^\s"'`<>?#]+/g,
    `$1${REDACTED}`,
  )
}

/** Redacts `["--token", "x"]`, a command line as a list. */
function redactListed(text: string): string {
  return text.replace(
    /((\\{0,7}["'])(-{1,2}[\w.-]{1,80})\2\s{0,4},\s{0,4}\2)[^"'\\]+/g,
    (whole, start: string, _quote: string, name: string) =>
      isSurelySecretName(name) ? start + REDACTED : whole,
  )
}

/** Redacts values that stand beside a word, if they look like one: `password x`, `the token is x`. */
function redactBeside(text: string): string {
  return text
    .replace(
      /(?<![\w.-])([\w.-]{0,60}(?:pass|password|passwd|passphrase|pwd|token|secret|credentials?|[_ -]key|apikey))(\s{1,4}(?:is\s{1,4}|was\s{1,4})?["'`]?|:?[ \t]{0,4}\r?\n\s{0,8}["'`]?)([^\s"'`]{6,})/gi,
      (whole, name: string, between: string, value: string) =>
        isSurelySecretName(name) && looksRandom(value.replace(/[.,;:!?)]{1,3}$/, ''))
          ? name + between + REDACTED
          : whole,
    )
    .replace(
      /\b((?:identified\s{1,4}by|with\s{1,4}password|AUTH\s{1,4}(?:PLAIN|LOGIN))\s{1,4}["'`]?)(?=[^\s"'`]{0,80}[\d=])[^\s"'`]{6,}/gi,
      `$1${REDACTED}`,
    )
}

/** Keys of known services, and JWTs. */
export const TOKENS =
  /\b(?:(?:gh[opsru]_|[a-z]{4,6}_pat_|gl(?:pat|dt|rt|ptt|cbt|soat|agent|imt)-|sk-|[rs]k_(?:live|test)_|whsec_|shp[a-z]{2}_|dop_v1_|hv[bs]\.|ya29\.|AIza|ATATT|SG\.[\w-]{16,64}\.|lin_api_|NRAK-|sbp_|dp\.[a-z]{2,6}\.(?:[a-z]{2,20}\.)?|pscale_[a-z]{2,6}_|AGE-SECRET-KEY-|dapi(?=[\da-f]{32}))[\w-]{16,}|(?:xox[a-z]|xapp)-[\w-]{10,}|A[KS]IA[A-Z\d]{16}\b|(?:npm|hf)_[A-Za-z\d]{30,}|pypi-[\w-]{50,})|(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){2,4}/g

/** A quotation mark and the number of backslashes before it; JSON inside JSON has one or more. */
type Quote = readonly [mark: string, backslashes: number]

/** Redacts the values after secret names: `token=x`, `"token": "x"`, `--token x`, `Token: x`. */
function redactNamed(text: string, isArgument: boolean): string {
  const pattern =
    /(?<![\w.-])([\w.-]+)(?:(\\{0,7}["'`])?\]?(?:(?<=["'`])(?:\s|\\{1,7}n){0,40}(?=:))?[ \t]{0,4}(=>|:=|={1,3}|:(?!:)|%3[Dd])(?:(?<=["'`]\s{0,40}:)(?:\s|\\{1,7}n){0,40}(?=\\{0,7}["'`]))?[ \t]{0,4}|[ \t]{1,4}(?=[^\s-]))/g
  let kept = ''
  let done = 0
  let last = -1
  let around: Quote | undefined
  let isWhole = false
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [, name = '', quote, sign] = found
    if (found.index !== last) {
      // In `'--set=token=a b'` the quote before the first name also delimits the second value.
      around = quoteBefore(text, found.index)
      isWhole = isArgument && found.index === 0
    }
    if (quote !== undefined) around = undefined
    last = pattern.lastIndex
    if (sign === undefined && !name.startsWith('-')) continue
    // `AUTH_REQUIRED: log in first` is an error code and its message.
    const isCode = sign === ':' && quote === undefined && /^[A-Z\d_]+$/.test(name)
    if (isCode && name === 'PASS') continue
    // Behind a letter, as in `-Dpassword=x`, the name begins with the next one.
    const isGlued = /^-[A-Za-z][\w.]{3}/.test(name) && isSecretName(name.slice(2))
    if (!isSecretName(name, isCode) && !isGlued) continue
    const [start, end] = valueAt(
      text,
      found.index,
      last,
      name,
      sign,
      isWhole ? text.length : around,
    )
    if (start === end) continue
    kept += text.slice(done, start) + REDACTED
    done = last = pattern.lastIndex = end
  }
  return kept + text.slice(done)
}

/** Finds start and end of the value at a position; they are equal if there is nothing to redact. */
function valueAt(
  text: string,
  from: number,
  at: number,
  name: string,
  sign: string | undefined,
  limit: Quote | number | undefined,
): readonly [number, number] {
  const quote = /(\\{0,7})(["'`])/y
  quote.lastIndex = at
  const found = typeof limit === 'number' ? null : quote.exec(text)
  const start = found === null ? at : quote.lastIndex
  const end =
    found !== null
      ? (closing(text, start, [found[2]!, found[1]!.length]) ?? endOf(/[\r\n]|$/g, text, start))
      : typeof limit === 'number'
        ? limit
        : ((limit && closing(text, at, limit)) ?? bareEnd(text, at, name, sign))
  const value = text.slice(start, end)
  if (value === '') return [start, start]
  const isPlain = isProse(value, {
    name,
    sign,
    isQuoted: found !== null,
    before: text.slice(Math.max(0, from - 14), from),
    behind: text.slice(end, end + 30),
  })
  return isPlain ? [start, start] : [start, end]
}

function bareEnd(text: string, at: number, name: string, sign: string | undefined): number {
  // The names inside the braces are checked one by one.
  if (text[at] === '{') return at
  // The block of lines behind `password: |` in YAML.
  const block = /[|>][+-]?[ \t]{0,4}\r?\n(?:[ \t]{1,80}[^\r\n]{1,2000}(?:\r?\n|$)){1,99}/y
  block.lastIndex = at
  if (block.test(text)) return block.lastIndex - (text[block.lastIndex - 1] === '\n' ? 1 : 0)
  const list = /\[[^[\]{}]*\]/y
  list.lastIndex = at
  if (list.test(text)) return list.lastIndex
  if (sign === ':' && /(?:authorization|cookie)$|^x-/i.test(name))
    return endOf(/="[^"\r\n]*"|[\r\n]|\\["'nr]|["'](?=[,}\]\s]|$)|$/g, text, at)
  // A comma belongs to the value of an option.
  const isFlag = name.startsWith('-')
  let end = endOf(
    isFlag ? /(?<!\\)[\s;&]|\\{0,7}["'`]|$/g : /(?<!\\)[\s,;&]|\\{0,7}["'`]|$/g,
    text,
    at,
  )
  // Closing brackets belong to the text around the value.
  while (end > at + 1 && /[)}]/.test(text[end - 1]!)) end -= 1
  return end
}

function endOf(stop: RegExp, text: string, at: number): number {
  stop.lastIndex = at
  let found = stop.exec(text)!
  // Quotes inside the value of a header: `Digest realm="a, b"`.
  while (found[0].startsWith('=')) found = stop.exec(text)!
  return found.index
}

function quoteBefore(text: string, at: number): Quote | undefined {
  const mark = text[at - 1] ?? ''
  const backslashes = backslashesBefore(text, at - 1)
  return /["'`]/.test(mark) && backslashes < 8 ? [mark, backslashes] : undefined
}

/** Finds the mark with as many backslashes. Linear in total: each kind of quote can be left open only once. */
function closing(text: string, from: number, [mark, backslashes]: Quote): number | undefined {
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1)) {
    if (backslashesBefore(text, at) % (2 * backslashes + 2) === backslashes) return at - backslashes
  }
  return undefined
}

function backslashesBefore(text: string, at: number): number {
  let count = 0
  while (text[at - 1 - count] === '\\') count += 1
  return count
}
