import { beforeAll, describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runAll, toolOf, type ToolAnswer } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, options?: ProcessOptions) => framework(line.split(' '), options)

describe('what is printed to stdout by others', () => {
  let ran: Readonly<Record<'printed' | 'debug' | 'loading', ToolAnswer>>
  beforeAll(async () => {
    ran = await runAll({
      printed: words('prints'),
      debug: words('prints --debug'),
      loading: framework(['texts'], { env: { NODE_OPTIONS: '', PRINTS_AT_LOAD: '1' } }),
    })
  })

  it('is a warning with its text, without JSON and secrets', () => {
    expect(ran.printed.warnings).toEqual([
      {
        code: 'THIRD_PARTY_STDOUT',
        message: 'Something printed to stdout.',
        context: { text: 'initialized\ntoken [REDACTED]' },
      },
    ])
  })

  it('leaves one document on stdout, and stderr to others', () => {
    expect(JSON.parse(ran.printed.stdout)).toMatchObject({ data: { done: true } })
    expect(ran.printed.stderr).toBe('')
  })

  it('goes to stderr with --debug, with the file that printed it', () => {
    expect(ran.debug.stderr).toMatch(/\[DEBUG\] \/.*framework\.mjs printed to stdout: initialized/)
    expect(ran.debug.stderr).not.toContain('ghp_')
  })

  it('is caught from the import of surety/guard on', () => {
    expect(JSON.parse(ran.loading.stdout)).toMatchObject({ ok: true })
    expect(ran.loading.warnings).toContainEqual(
      expect.objectContaining({ code: 'THIRD_PARTY_STDOUT', context: { text: 'initialized' } }),
    )
  })
})
