import { REDACTED, redactText } from './redact-text.ts'
import { isSurelySecretName } from './secret-name.ts'

/** What a redactor knows from the start. */
export interface RedactorOptions {
  /** Values that were declared secret. */
  readonly secrets?: Iterable<string>
  /** An environment: the values of variables with a secret's name are known as secrets. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Takes secrets out of whatever is about to be shown or written down. */
export interface Redactor {
  /** Adds a value that must not be shown from now on. */
  learn(secret: string): void
  /**
   * Takes out known values, values with a secret's name before them and well-known shapes of tokens.
   * In one argument of a command line the value of `token=a b` goes to the end.
   */
  redact(text: string, isArgument?: boolean): string
}

/**
 * Makes a redactor. Logs, traces, journals and errors go through it; the answer's data does not, because
 * a command that is asked for a token must be able to give it.
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
  const redact = (text: string, isArgument?: boolean): string => {
    if (known.size > 0) pattern ??= anyOf(known)
    return redactText(pattern === null ? text : text.replace(pattern, REDACTED), isArgument)
  }
  for (const secret of options.secrets ?? []) learn(secret)
  for (const secret of secretsIn(options.env ?? {})) learn(secret)
  return { learn, redact }
}

/** Lists the values of an environment's secret variables. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    // A shorter value would blank out ordinary words.
    value !== undefined && value.length >= 6 && isSurelySecretName(name) ? [value] : [],
  )
}

function anyOf(values: Iterable<string>): RegExp {
  const words = [...values].toSorted((a, b) => b.length - a.length)
  // A short secret is only taken out where it stands alone: "a" inside "data" gives nothing away.
  const forms = words.map((word) =>
    word.length < 4 ? `(?<!\\w)${escape(word)}(?!\\w)` : escape(word),
  )
  return new RegExp(forms.join('|'), 'g')
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}
