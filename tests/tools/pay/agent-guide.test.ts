import { afterAll, beforeAll, expect, test } from 'vitest'

import { PAY_CODES } from './src/errors/error-codes.ts'
import { createHome, type TestHome } from './test-home.ts'

interface Step {
  readonly step: string
  readonly why: string
  readonly command_example?: string
}

interface Guide {
  readonly for_agents: boolean
  readonly intro: string
  readonly golden_path: readonly Step[]
  readonly testnet_path: readonly Step[]
  readonly funding: readonly Step[]
  readonly auxiliary: readonly Step[]
  readonly pitfalls: readonly Step[]
  readonly identity_error_recovery: readonly Readonly<Record<string, string>>[]
  readonly exit_codes: Readonly<Record<string, string>>
  readonly error_envelope: {
    readonly channel: string
    readonly shape: Readonly<Record<string, string>>
    readonly full_output_shape: string
    readonly human_tty_shape: string
  }
  readonly json_mode: string
}

let home: TestHome
let guide: Guide
beforeAll(async () => {
  home = await createHome()
  guide = JSON.parse((await home.run(['agent-guide', '--json'])).stdout) as Guide
})
afterAll(() => home.remove())

test('errors are on stdout, in a shape that names extra and next_steps', () => {
  const { channel, shape, full_output_shape: full, human_tty_shape: human } = guide.error_envelope
  expect(channel).toBe('stdout')
  expect(Object.keys(shape)).toEqual(['code', 'message', 'retryable', 'extra', 'next_steps'])
  for (const prose of [...Object.values(shape), full, human]) expect(prose).toMatch(/\w+ \w+/)
  expect(full).toMatch(/ok.*error.*meta/)
})

test('json_mode speaks of stdout, extra and next_steps, and not of a hint', () => {
  expect(guide.json_mode).toMatch(/stdout/)
  expect(guide.json_mode).toMatch(/extra and next_steps/)
  expect(guide.json_mode).not.toMatch(/hint/)
})

test('every step says why', () => {
  const { golden_path, testnet_path, funding, auxiliary, pitfalls } = guide
  for (const steps of [golden_path, testnet_path, funding, auxiliary, pitfalls]) {
    expect(steps.length).toBeGreaterThan(0)
    for (const { step, why } of steps) expect([step, why].every((text) => text !== '')).toBe(true)
  }
  expect(guide.for_agents).toBe(true)
})

test('every exit has a meaning, and identity errors are codes of the table', () => {
  expect(Object.keys(guide.exit_codes)).toEqual(['0', '1', '2', '3', '4', '5'])
  for (const { cli_code, thrown_when, next_action, recovery } of guide.identity_error_recovery) {
    expect(Object.keys(PAY_CODES)).toContain(cli_code)
    expect([thrown_when, next_action, recovery].every(Boolean)).toBe(true)
  }
})

test('the golden path works as it is written', async () => {
  for (const { command_example } of guide.golden_path) {
    const [, ...argv] = (command_example ?? '').split(' ')
    expect(await home.run(argv)).toMatchObject({ exit: 0 })
  }
})
