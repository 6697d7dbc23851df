import { expect, test } from 'vitest'

import { newPassphraseOf, passphraseOf, type PassphraseSource } from './passphrase.ts'
import { PayError } from '../errors/pay-error.ts'

function source(typed: readonly string[], env: PassphraseSource['env'] = {}): PassphraseSource {
  const answers = [...typed]
  return {
    env,
    processEnv: {},
    isInteractive: typed.length > 0,
    now: () => new Date(0),
    prompt: { text: () => Promise.resolve(answers.shift() ?? '') },
    fail: (code, message) => {
      throw new PayError(code, message)
    },
  }
}

test('the environment comes before a question', async () => {
  expect(await passphraseOf(source(['typed'], { AGENTSCORE_PAY_PASSPHRASE: 'set' }), 'Q')).toBe(
    'set',
  )
})

test('a person types a new passphrase twice', async () => {
  expect(await newPassphraseOf(source(['one passphrase', 'one passphrase']))).toBe('one passphrase')
})

test('two that differ are a passphrase_mismatch', async () => {
  await expect(newPassphraseOf(source(['one passphrase', 'another']))).rejects.toMatchObject({
    code: 'passphrase_mismatch',
  })
})

test('where nobody can be asked, that is said at once', async () => {
  await expect(passphraseOf(source([]), 'Q')).rejects.toMatchObject({ code: 'user_cancelled' })
})
