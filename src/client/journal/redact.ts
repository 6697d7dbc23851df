const REDACTED = '[REDACTED]'
const MAX_LENGTH = 64 * 1024
const SECRET_NAME =
  /(?:^|[-_.])(?:token|secret|passw(?:or)?d|passphrase|pwd|api[-_]?key|apikey|access[-_]?key|private[-_]?key|credentials?|authorization|auth|bearer|cookie|session[-_]?key|signature|otp|pin)(?:$|[-_.])/i
const SECRET_SHAPES = [
  /\b(?:gh[pousr]|github_pat)_\w{20,}/g,
  /\bsk-[\w-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /(?<![\w-])eyJ[\w-]{8,2048}\.[\w-]{8,8192}\.[\w-]{0,2048}/g,
  /\bAIza[\w-]{30,}/g,
  /\bglpat-[\w-]{16,}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
]

/** Replaces secrets in text and command lines; knows the values of secret variables as well. */
export interface Redactor {
  text(value: string): string
  words(argv: readonly string[]): readonly string[]
}

/** Makes a redactor that also knows the values of an environment's secret variables. */
export function createRedactor(env: NodeJS.ProcessEnv = {}): Redactor {
  return redactorOf(secretsIn(env))
}

/** Finds the values of an environment's secret variables. */
export function secretsIn(env: NodeJS.ProcessEnv): readonly string[] {
  return (
    Object.entries(env)
      // Short values would blank out ordinary words.
      .filter(([name, value]) => isSecretVariable(name) && value !== undefined && value.length >= 6)
      .map(([, value]) => value as string)
  )
}

/** Makes a redactor that knows values besides the shapes of secrets. */
export function redactorOf(secrets: readonly string[]): Redactor {
  const known = secrets.toSorted((one, other) => other.length - one.length)

  function text(value: string): string {
    // Patterns are linear, and what is this long is cut afterwards anyway.
    let clean = value.slice(0, MAX_LENGTH)
    for (const secret of known) clean = clean.replaceAll(secret, REDACTED)
    // Nothing that short has the shape of a secret, or a name before it.
    if (clean.length < 8 && !/[=:]/.test(clean)) return clean
    for (const shape of SECRET_SHAPES) clean = clean.replaceAll(shape, REDACTED)
    return clean
      .replaceAll(
        /(?<![a-z\d+.-])([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@:]{0,256}:[^\s/@]{0,1024}@/gi,
        `$1${REDACTED}@`,
      )
      .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`)
      .replaceAll(
        /(?<![\w.-])([\w.-]{1,100})(["']?\s{0,4}[=:]\s{0,4}["']?)([^\s"'&,;]+)/g,
        (whole, name: string, sign: string) =>
          isSecretName(name) ? `${name}${sign}${REDACTED}` : whole,
      )
  }

  return {
    text,
    words: (argv) =>
      argv.map((word, index) => {
        const before = argv[index - 1] ?? ''
        const isValue = before.startsWith('-') && !before.includes('=') && !word.startsWith('-')
        return isValue && isSecretName(before.replace(/^-+/, '')) ? REDACTED : text(word)
      }),
  }
}

/** Tests the name of an environment variable; PWD is where the process stands, and no password. */
function isSecretVariable(name: string): boolean {
  return name !== 'PWD' && isSecretName(name)
}

function isSecretName(name: string): boolean {
  // camelCase names count as if they were written with dashes.
  return SECRET_NAME.test(name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2'))
}
