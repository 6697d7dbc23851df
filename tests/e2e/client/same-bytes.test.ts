import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createClient } from '@surety/client'
import { decode, DIALECT_IDS, loadDialect, validateCapture, type Capture } from 'surety/dialects'
import { afterAll, beforeAll, expect, test } from 'vitest'

const fixtures = fileURLToPath(new URL('../../../fixtures/dialects/', import.meta.url))

interface Printed {
  readonly stdout: string
  readonly stderr: string
  readonly exit_code: number
}

/** The captures of a dialect's fixtures that a process can print. */
function capturesOf(dialect: string): readonly (readonly [string, Printed])[] {
  const text = readFileSync(join(fixtures, `${dialect}.json`), 'utf8')
  const all = JSON.parse(text) as Record<string, { readonly capture?: Partial<Printed> }>
  return Object.entries(all).flatMap(([name, { capture }]) => {
    const { stdout, stderr, exit_code: exit } = capture ?? {}
    const isPrintable = typeof stdout === 'string' && typeof stderr === 'string'
    return isPrintable && typeof exit === 'number' && exit >= 0 && exit < 126
      ? [[name, { stdout, stderr, exit_code: exit }] as const]
      : []
  })
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-bytes-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

test.each(DIALECT_IDS)('run, decode and validate agree on every fixture of %s', async (dialect) => {
  const client = createClient({ memory: false, policy: { maxTries: 1 } })
  const loaded = await loadDialect(dialect)
  const check = async ([name, printed]: readonly [string, Printed]): Promise<void> => {
    const { stdout, stderr, exit_code: exit } = printed
    const [out, err] = [join(folder, `${name}.out`), join(folder, `${name}.err`)]
    await Promise.all([writeFile(out, stdout), writeFile(err, stderr)])
    const both = [`cat '${out}'`, ...(stderr === '' ? [] : [`cat '${err}' >&2`])].join('; ')
    const argv = ['sh', '-c', `${both}; exit ${exit}`]
    const { outcome, verdict, anomalies } = await client.run(argv, { dialect })
    const capture: Capture = { stdout, stderr, exit_code: exit }
    const { outcome: decoded } = await decode(capture, { dialect })
    const facts = ({ ok, exit: meaning, error }: typeof decoded) => ({
      ok,
      exit: meaning,
      code: error?.code,
      message: error?.message,
      retryable: error?.retryable,
    })
    expect(facts(outcome as typeof decoded), name).toEqual(facts(decoded))
    const problems = validateCapture(loaded, capture, decoded)
    const noted = anomalies.filter(({ code }) => code === 'ANSWER_PROBLEM')
    // A valid answer is never doubted, and one that is doubted is never called valid.
    if (problems.length === 0) expect(verdict.reason, name).not.toBe('MALFORMED')
    if (problems.length === 0) expect(noted, name).toEqual([])
    if (problems.length > 0) expect(noted, `${name}: ${problems[0]?.message}`).not.toEqual([])
  }
  const captures = capturesOf(dialect)
  for (let at = 0; at < captures.length; at += 4)
    await Promise.all(captures.slice(at, at + 4).map(check))
})
