/** Tests for the name of a secret. Of what may be an error code, such as `TOKEN_EXPIRED`, the last word counts. */
export function isSecretName(name: string, isCode = false): boolean {
  // `API_HOST` is no secret, but the specification lists these prefixes (REQ-F-051).
  return isSurelySecretName(name, isCode) || (!isCode && /^(?:API|AUTH)_/.test(name))
}

/** Does the same without the prefixes `API_` and `AUTH_`, which are too general to redact values by. */
export function isSurelySecretName(name: string, isCode = false): boolean {
  // `PWD` is the working directory of the shell, not a password.
  if (name === 'PWD' || !mayHoldSecretName(name)) return false
  if (/_(?:KEY|SECRET|TOKEN|PASSWORD|PASS)$/.test(name)) return true
  const parts = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[.:-]/g, '_')
  const words = `_${parts.toLowerCase()}_`
  return hasSecretWord(isCode ? words.slice(words.lastIndexOf('_', words.length - 2)) : words)
}

/** Tests quickly: most texts hold no such name, and the patterns that find one take long to compile. */
export function mayHoldSecretName(text: string): boolean {
  const lower = text.toLowerCase()
  return SIGNS.some((sign) => lower.includes(sign))
}

/** Every name of a secret has one of these. */
const SIGNS: readonly string[] =
  'token secret auth cookie key pass bearer cred jwt otp pin pwd sig api_'.split(' ')

/** Looks for a word like `token`, and for one that makes it harmless: `token-limit`. */
function hasSecretWord(words: string): boolean {
  return (
    /_(?:[a-z\d]*(?:token|secrets?|authorization|cookie|(?:api|access|private|secret|auth)_?key|passw(?:or)?ds?|passphrase|(?<!by|com)pass)\d*|[a-z\d]+_key|auth|bearer|credentials?|creds|jwt|otp|pin|pwd|sig|signature)_/.test(
      words,
    ) &&
    !/^_+(?:no|skip|has|is|ask|with|needs?|requires?)_|_(?:public|primary|foreign|sort|partition|cache|idempotency)_key_+$|_(?:limit|count|offset|type|names?|file|path|dir|ur[il]|host|length|size|ttl|in|at|expir[a-z]+|policy|modes?|methods?|format|required|enabled|status|stdin|hint|usage|source|sock|scopes?|errors?|failed|invalid|missing)_+$/.test(
      words,
    )
  )
}
