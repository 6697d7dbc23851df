/**
 * Tests whether a variable, header, option or member of that name holds a secret. `isCode` is for names
 * that may be codes of errors, such as `TOKEN_EXPIRED`: there the last word has to tell.
 */
export function isSecretName(name: string, isCode = false): boolean {
  // These two also name hosts and modes, but the specification lists them (REQ-F-051).
  return isSurelySecretName(name, isCode) || (!isCode && /^(?:API|AUTH)_/.test(name))
}

/** Tests whether the value of a variable is a secret wherever it stands; that of `API_HOST` is not. */
export function isSurelySecretName(name: string, isCode = false): boolean {
  if (/_(?:KEY|SECRET|TOKEN|PASSWORD|PASS)$/.test(name)) return true
  // The working directory of every shell.
  if (name === 'PWD') return false
  const parts = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[.:-]/g, '_')
  const words = `_${parts.toLowerCase()}_`
  return tells(isCode ? words.slice(words.lastIndexOf('_', words.length - 2)) : words)
}

/** Looks for a word that tells of a secret, and for one that makes it something else: `token-limit`. */
function tells(words: string): boolean {
  return (
    /_(?:[a-z\d]*(?:token|secret|authorization|cookie|(?:api|access|private|secret)_?key|passw(?:or)?d|passphrase|(?<!by|com)pass)\d*|[a-z\d]+_key|auth|bearer|credentials?|creds|jwt|otp|pin|pwd|sig|signature)_/.test(
      words,
    ) &&
    !/^_+(?:no|skip|has|is|needs?|requires?)_|_(?:public|primary|foreign|sort|partition|cache|idempotency)_key_+$|_(?:limit|count|offset|type|names?|file|path|dir|ur[il]|host|length|size|ttl|in|at|expir[a-z]+|policy|modes?|methods?|format|required|enabled|status|stdin|hint|usage|source|sock|scopes?|errors?|failed|invalid|missing)_+$/.test(
      words,
    )
  )
}
