import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { PAY_CODES, type PayErrorCode } from './src/errors/error-codes.ts'
import { createHome, type TestHome } from './test-home.ts'

/** A command line that ends in a code, in a home with a wallet of 10 on base and on tempo each. */
interface Line {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const get = (host: string, ...rest: string[]): Line => ({
  argv: ['pay', 'GET', `https://${host}/`, ...rest],
})

/** Every code that a command line alone can bring about. */
const LINES: Readonly<Partial<Record<PayErrorCode, Line>>> = {
  no_wallet: { argv: ['wallet', 'address', '--chain', 'solana'] },
  wallet_exists: { argv: ['wallet', 'create', '--chain', 'base'] },
  wrong_passphrase: {
    ...get('api.weather.example', '--chain', 'base'),
    env: { AGENTSCORE_PAY_PASSPHRASE: 'something else' },
  },
  passphrase_too_short: {
    argv: ['wallet', 'create', '--chain', 'solana'],
    env: { AGENTSCORE_PAY_PASSPHRASE: 'short' },
  },
  unsupported_rail: get('api.cards.example'),
  unknown_chain: get('api.weather.example', '--chain', 'doge'),
  invalid_input: { argv: ['limits', 'set'] },
  user_cancelled: { argv: ['wallet', 'create', '--chain', 'solana'], env: {} },
  config_error: { argv: ['config', 'get', 'colour'] },
  quota_exceeded: get('api.quota.example'),
  passport_verification_failed: get('refused.identity.example'),
  passport_token_expired: get('expired.identity.example'),
  unknown: get('api.strange.example'),
  network_error: get('api.offline.example'),
  rpc_error: get('api.rpc.example'),
  merchant_error: get('api.broken.example'),
  session_timeout: get('api.slow.example'),
  passport_api_error: get('down.identity.example'),
  passport_verification_timeout: get('pending.identity.example'),
  insufficient_balance: get('api.archive.example'),
  no_funded_rail: get('api.models.example', '--name', 'poor'),
  max_spend_exceeded: get('api.models.example', '--max-spend', '1'),
  merchant_spec_violation: get('api.odd.example'),
  multi_rail_candidates: get('api.weather.example'),
}
/** Codes that need more than a line; each has a test of its own below, or beside the passphrase. */
const OTHERS: readonly PayErrorCode[] = ['passphrase_mismatch', 'invalid_key', 'limit_exceeded']

let home: TestHome
beforeAll(async () => {
  home = await createHome()
  for (const chain of ['base', 'tempo']) {
    await home.answer(['wallet', 'create', '--chain', chain, '--balance', '10'])
  }
  await home.answer(['wallet', 'create', '--name', 'poor', '--chain', 'base', '--balance', '1'])
  await home.answer(['wallet', 'create', '--name', 'poor', '--chain', 'solana', '--balance', '1'])
})
afterAll(() => home.remove())

async function expectCode(code: PayErrorCode, { argv, env }: Line): Promise<void> {
  const left = await home.answer([...argv, '--json'], env)
  expect(left.stderr).toBe('')
  expect(JSON.parse(left.stdout)).toMatchObject({ code, retryable: PAY_CODES[code].retryable })
  expect(left.exit).toBe(PAY_CODES[code].exit)
}

test.each(Object.entries(LINES) as [PayErrorCode, Line][])('%s', expectCode)

test('limit_exceeded', async () => {
  await home.answer(['limits', 'set', '--per-call', '0.2'])
  await expectCode('limit_exceeded', get('api.maps.example', '--chain', 'base'))
  await home.answer(['limits', 'clear'])
})

test('invalid_key', async () => {
  const path = join(home.path, 'wallets', 'tempo-default.json')
  const intact = await readFile(path, 'utf8')
  await writeFile(path, intact.replace(/"text": "[0-9a-f]{64}"/, '"text": "c0ffee"'))
  await expectCode('invalid_key', get('api.weather.example', '--chain', 'tempo'))
  await writeFile(path, 'not a keystore')
  await expectCode('invalid_key', { argv: ['wallet', 'list'] })
  await writeFile(path, intact)
})

test('all 27 codes are met', () => {
  expect([...Object.keys(LINES), ...OTHERS].toSorted()).toEqual(Object.keys(PAY_CODES).toSorted())
})
