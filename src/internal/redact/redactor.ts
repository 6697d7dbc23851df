import { REDACTED, redactText } from './redact-text.ts'
import { isSurelySecretName } from './secret-name.ts'

/** The secrets that a redactor starts with. */
export interface RedactorOptions {
  /** Values that were declared secret. */
  readonly secrets?: Iterable<string>
  /** An environment; the values of its secret variables are secrets. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Removes secrets from text before it is shown or stored. */
export interface Redactor {
  /** Adds a secret. */
  learn(secret: string): void
  /**
   * Redacts known secrets, values with a secret name before them, and well-known token formats. In an
   * argument of a command line, the value of `token=a b` extends to the end.
   */
  redact(text: string, isArgument?: boolean): string
}

/**
 * Makes a redactor for logs, traces, journals, warnings and errors. The data of an answer is not redacted:
 * a command may be meant to print a token.
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const known = new Set<string>()
  let pattern: RegExp | null = null
  const learn = (secret: string): void => {
    if (secret === '' || known.has(secret)) return
    known.add(secret)
    known.add(encodeURIComponent(secret.toWellFormed()))
    known.add(JSON.stringify(secret).slice(1, -1))
    pattern = null
  }
  let variables = Object.entries(options.env ?? {})
  // Only a value that may be in the text has to be judged by its name, and most texts have none.
  const learnFrom = (text: string): void => {
    const mayBeEncoded = /[%\\]/.test(text)
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

/** Lists the values of an environment's secret variables. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    isSecretVariable(name, value) ? [value] : [],
  )
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
