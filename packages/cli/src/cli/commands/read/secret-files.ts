import { closeSync, openSync, readSync } from 'node:fs'
import { basename, resolve } from 'node:path'

import { FRESH } from './looks.ts'
import { isThere, realOf, type Surroundings } from './program-file.ts'

/** Files that hold secrets, by name. Samples of them, which are made to be read, hold none. */
const NAMES =
  /^(?:\.env(?:\..+)?|\.?envrc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.pypirc|\.git-credentials|\.dockercfg|\.htpasswd|\.vault-token|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|.+\.(?:key|p12|pfx|jks|keystore|kdbx|ppk|tfstate|tfstate\.backup))$/i
/** The same, if there is a file of that name: these are words for other things, too. */
const NAMES_OF_FILES =
  /^(?:.+\.env|credentials(?:\.json|\.toml|\.db)?|kubeconfig|secrets?\.(?:ya?ml|json|toml)|service-?account.*\.json|g?shadow)$/i
const SAMPLES = /(?:^|[._-])(?:example|sample|template|dist|defaults?)(?:[._-]|$)|\.pub$/i
/** The same by the folder that they are in. */
const PLACES =
  /\/(?:\.docker\/config\.json|\.kube\/config|\.aws\/credentials|\.config\/gh\/hosts\.yml|\.gnupg\/.+)$/
/** Where a private key says what it is, and settings that they have a token. */
const SECRET_TEXT =
  /-----BEGIN (?:[A-Z ]+ )?PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File|_(?:auth|authToken|password)\s*=|npmAuth(?:Token|Ident)\s*:/
const BYTES = 16_384

/** Returns the first word that names a file with secrets: by its name, where a link leads, or by what it begins with. */
export function secretFileAmong(
  words: readonly string[],
  where: Omit<Surroundings, 'path'>,
  mayBeGone: boolean,
): string | undefined {
  return words.find((word) => formsOf(word).some((form) => isSecretFile(form, where, mayBeGone)))
}

/** A path may stand behind an option, an at sign, or the colon of a revision of git. */
function formsOf(word: string): readonly string[] {
  const last = (mark: string) => word.slice(word.lastIndexOf(mark) + 1)
  return [...new Set([word, last('='), last(':'), last('@'), word.replace(/^-[A-Za-z0-9]/, '')])]
}

function isSecretFile(
  form: string,
  { cwd, looks = FRESH }: Omit<Surroundings, 'path'>,
  mayBeGone: boolean,
): boolean {
  if (form === '' || form.includes('\0')) return false
  const place = resolve(cwd, form)
  const real = isThere(place, looks) ? realOf(place, looks) : undefined
  if (real === undefined || looks.facts(real)?.isFile() !== true)
    return mayBeGone && isNamed(NAMES, form)
  return (
    [place, real].some((path) => [NAMES, NAMES_OF_FILES].some((names) => isNamed(names, path))) ||
    PLACES.test(real) ||
    holdsSecret(real)
  )
}

function isNamed(names: RegExp, path: string): boolean {
  const name = basename(path)
  return names.test(name) && !SAMPLES.test(name)
}

function holdsSecret(path: string): boolean {
  try {
    const descriptor = openSync(path, 'r')
    try {
      const start = Buffer.alloc(BYTES)
      return SECRET_TEXT.test(start.toString('latin1', 0, readSync(descriptor, start, 0, BYTES, 0)))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // What cannot be read shows nothing.
    return false
  }
}
