import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

import { SuretyError } from 'surety/unstable/contract'
import { textIn } from '@surety/internal/own-folder.ts'

/** Encrypts what lies on the server. `place` is bound in: a text that was moved elsewhere is refused. */
export interface Cipher {
  /** Tells one key from another and shows neither. */
  readonly fingerprint: string
  seal(text: string, place: string): string
  open(text: string, place: string): string
  /** A digest that nobody without the key can check guesses against. */
  digest(text: string): string
}

/** In front of an encrypted text; JSON never begins so. */
const MARK = 'aes1.'
const [IV_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32]

/** Reads a key of 32 bytes in base64 or hex: from the variable of that name, or from a file behind `@`. */
export function readKey(word: string, env: Readonly<NodeJS.ProcessEnv>): Cipher {
  const text = (word.startsWith('@') ? textIn(word.slice(1)) : env[word])?.trim() ?? ''
  const key = /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES) {
    const message = `--key-from must name a variable, or @ and a file, with 32 bytes in base64 or hex.`
    throw keyProblem('ARG_ERROR', message, 'Make one with: openssl rand -base64 32')
  }
  return createCipher(key)
}

function createCipher(key: Buffer): Cipher {
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex')
  return {
    fingerprint: hmac('surety queue key').slice(0, 16),
    digest: (text) => hmac(`digest ${text}`).slice(0, 20),
    seal(text, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${MARK}${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`
    },
    open(text, place) {
      if (!isSealed(text)) return text
      try {
        const bytes = Buffer.from(text.slice(MARK.length), 'base64')
        const body = bytes.subarray(IV_BYTES + TAG_BYTES)
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw wrongKey('It was changed, or encrypted with another key.', cause)
      }
    },
  }
}

export function isSealed(text: string): boolean {
  return text.startsWith(MARK)
}

/** The error of somebody who has no key for what is encrypted, or another one. */
export function wrongKey(why: string, cause?: unknown): SuretyError {
  const message = `What the queue holds cannot be read. ${why}`
  return keyProblem('PRECONDITION', message, 'Give the key of the batch with --key-from.', cause)
}

function keyProblem(
  exit: 'ARG_ERROR' | 'PRECONDITION',
  text: string,
  fix: string,
  cause?: unknown,
) {
  const facts = { phase: 'validation', retryable: false, fix_required: fix, cause } as const
  return new SuretyError('QUEUE_KEY', exit, text, facts)
}
