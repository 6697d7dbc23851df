import { runTool, type ClientOptions } from '@surety/client'
import { describe, expect, test } from 'vitest'

const node = process.execPath
const go = (argv: readonly string[], options: ClientOptions = {}) =>
  runTool(argv, { memory: false, ...options })

describe('programs that nobody here wrote', () => {
  test('git', async () => {
    const version = await go(['git', '--version'])
    expect(version.outcome).toMatchObject({
      ok: true,
      meta: { wrapped: true },
      data: { stdout: expect.stringMatching(/^git version/), exit_code: 0 },
    })
    const failure = await go(['git', 'frobnicate'])
    expect(failure.outcome).toMatchObject({
      ok: false,
      error: { code: 'WORDS_REFUSED', message: expect.stringContaining('frobnicate') },
    })
    expect(failure.verdict).toMatchObject({ kind: 'escalate', reason: 'IN_DOUBT' })
  })

  test('npm config list --json', async () => {
    const { outcome } = await go(['npm', 'config', 'list', '--json'])
    expect(outcome).toMatchObject({
      ok: true,
      meta: { wrapped: true },
      data: { stdout: { registry: expect.any(String) } },
    })
  })

  test('node', async () => {
    const { outcome } = await go(
      [node, '-e', 'console.log(1); console.error(2); process.exit(4)'],
      { dialect: 'plain' },
    )
    expect(outcome).toMatchObject({
      ok: false,
      data: { stdout: '1\n', stderr: '2\n', exit_code: 4 },
    })
  })
})
