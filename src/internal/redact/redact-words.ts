import { REDACTED } from './redact-text.ts'
import type { Redactor } from './redactor.ts'
import { isSecretName } from './secret-name.ts'

/** Redacts a command line; the word after an option such as `--token` is redacted as a whole. */
export function redactWords(argv: readonly string[], redactor: Redactor): readonly string[] {
  return argv.map((word, index) =>
    isSecretFlag(argv[index - 1]) && !/^(?:-|<[a-z_ -]+>$)/.test(word)
      ? REDACTED
      : redactor.redact(word, true),
  )
}

function isSecretFlag(word = ''): boolean {
  return /^-[^=\s]+$/.test(word) && isSecretName(word)
}
