import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { readHistory, type HistoryEntry } from './history.ts'
import { Keystore, type Wallet } from '../wallet/keystore.ts'
import { takePayment } from './payments.ts'
import { openLimits } from '../settings.ts'

let home: string
let keystore: Keystore
let wallet: Wallet
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pay-payments-'))
  keystore = new Keystore(home)
  wallet = await keystore.exclusively(() =>
    keystore.create('base', 'default', 'correct horse', '2026-03-01T00:00:00.000Z', 1),
  )
})
afterEach(() => rm(home, { recursive: true, force: true }))

const entry = (tx: string): HistoryEntry => ({
  timestamp: '2026-03-01T10:00:00.000Z',
  chain: 'base',
  signer: wallet.address,
  method: 'GET',
  url: 'https://h.example/',
  host: 'h.example',
  status: 200,
  protocol: 'x402',
  price_usd: 0.3,
  tx_hash: tx,
  ok: true,
})
const take = (tx: string) => takePayment(home, keystore, { wallet, price: 0.3, entry: entry(tx) })
const balance = async () => (await keystore.funds(wallet)).balance
const recorded = async () => (await readHistory(home)).entries.map(({ tx_hash }) => tx_hash)

test('a payment lowers the balance and is recorded', async () => {
  expect(await take('a')).toBeNull()
  expect(await keystore.funds(wallet)).toEqual({ balance: 0.7, pending: null })
  expect(await recorded()).toEqual(['a'])
})

test('payments at the same time never spend the same money', async () => {
  const refusals = await Promise.all('abcdefgh'.split('').map((tx) => take(tx)))
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(3)
  expect(refusals.filter((refusal) => refusal?.kind === 'balance')).toHaveLength(5)
  expect(await balance()).toBe(0.1)
  expect(await recorded()).toHaveLength(3)
})

test('payments at the same time never pass a limit together', async () => {
  await openLimits(home).update(() => ({ document: { daily_usd: 0.5 }, result: null }))
  const refusals = await Promise.all('abcd'.split('').map((tx) => take(tx)))
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1)
  expect(await balance()).toBe(0.7)
})

describe('after a crash', () => {
  test('between taking and recording, the next payment records both', async () => {
    await keystore.setFunds(wallet, { balance: 0.7, pending: entry('lost') })
    expect(await take('next')).toBeNull()
    expect(await recorded()).toEqual(['next', 'lost'])
    expect(await keystore.funds(wallet)).toEqual({ balance: 0.4, pending: null })
  })

  test('between recording and tidying up, nothing is recorded twice', async () => {
    await take('first')
    await keystore.setFunds(wallet, { balance: 0.7, pending: entry('first') })
    await take('next')
    expect(await recorded()).toEqual(['next', 'first'])
  })
})

describe('the keystore', () => {
  test('opens with its passphrase and with no other', async () => {
    expect(await keystore.opens(wallet, 'correct horse')).toBe(true)
    expect(await keystore.opens(wallet, 'correct horsf')).toBe(false)
    expect(await keystore.opens(wallet, '')).toBe(false)
  })

  test('keeps money and key apart: paying does not touch the key', async () => {
    await take('a')
    expect(await keystore.opens(wallet, 'correct horse')).toBe(true)
  })
})
