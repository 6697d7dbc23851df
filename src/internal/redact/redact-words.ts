import { REDACTED } from './redact-text.ts'
import type { Redactor } from './redactor.ts'
import { isSecretName } from './secret-name.ts'
import { redactByPlace, redactCommandText } from './secret-options.ts'

/** Redacts a command line; the word after an option such as `--token` is redacted as a whole. */
export function redactWords(argv: readonly string[], redactor: Redactor): readonly string[] {
  return redactByPlace(argv).map((word, index) => {
    if (isSecretFlag(argv[index - 1]) && !isFlag(word)) return REDACTED
    const redacted = redactor.redact(word, true)
    return /\s/.test(redacted) ? redactCommandText(redacted) : redacted
  })
}

function isSecretFlag(word = ''): boolean {
  return /^-[^=\s]+$/.test(word) && isSecretName(word)
}

/** Tests for an option or a placeholder; a password may also start with a dash. */
function isFlag(word: string): boolean {
  return /^(?:-|--|-[A-Za-z?]|--?[a-z][a-z\d-]*(?:=[^]*)?|<[a-z_ -]+>)$/.test(word)
}
