import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { executableOf } from '../transcript/run-example.ts'
import { createHome, PASSPHRASE, type TestHome } from './test-home.ts'

let home: TestHome
beforeEach(async () => {
  home = await createHome()
  await home.answer(['wallet', 'create', '--chain', 'base', '--balance', '1'])
  await home.answer(['unlock', '--for', '1h'])
})
afterEach(() => home.remove())

const PAY = ['pay', 'GET', 'https://api.maps.example/', '--json'] as const

async function balance(): Promise<number> {
  const { stdout } = await home.answer([
    'wallet',
    'fund',
    '--chain',
    'base',
    '--amount',
    '0',
    '--json',
  ])
  return (JSON.parse(stdout) as { balance_usdc: number }).balance_usdc
}

async function recorded(): Promise<number> {
  const { stdout } = await home.answer(['history', '--limit', '0', '--json'])
  return (JSON.parse(stdout) as { entries: unknown[] }).entries.length
}

test('processes that pay at the same time never spend the same money', async () => {
  const calls = await Promise.all(Array.from({ length: 7 }, () => home.run(PAY)))
  expect(calls.filter(({ exit }) => exit === 0)).toHaveLength(4)
  expect(calls.filter(({ exit }) => exit === 3)).toHaveLength(3)
  expect(await balance()).toBe(0)
  expect(await recorded()).toBe(4)
})

test('what is missing in the wallet is in the history, however often payments are killed', async () => {
  await home.answer(['wallet', 'fund', '--chain', 'base', '--amount', '9'])
  for (let round = 0; round < 8; round += 1) {
    const { PATH = '' } = process.env
    const env = { PATH, AGENTSCORE_PAY_HOME: home.path, AGENTSCORE_PAY_PASSPHRASE: PASSPHRASE }
    const child = spawn(process.execPath, [executableOf('pay'), ...PAY], { env, stdio: 'ignore' })
    const closed = new Promise((resolve) => child.once('close', resolve))
    await sleep(60 + round * 25)
    child.kill('SIGKILL')
    await closed
  }
  const last = await home.run(PAY)
  expect(last.exit).toBe(0)
  expect(await balance()).toBe(10 - 0.25 * (await recorded()))
})
