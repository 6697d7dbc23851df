import { beforeAll, describe, expect, it } from 'vitest'

import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { type ToolAnswer, toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

const all = (lines: readonly (readonly string[])[], options?: ProcessOptions) =>
  Promise.all(lines.map((argv) => work(argv, options)))

describe('children', () => {
  let [plain, kept, git]: ToolAnswer[] = []
  beforeAll(async () => {
    const env = { LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' }
    ;[plain, kept, git] = await all([['env'], ['env-kept'], ['git-fails']], { env })
  })

  it('REQ-F-066/1: speak English in their errors', () => {
    expect(git!.data['said']).toContain('not a git repository')
  })

  it('REQ-F-066/2: write numbers plainly', () => {
    // The first is what Node makes of the locale C; in German it would have the comma of the next test.
    expect(plain!.data['numbers']).toEqual(['1,234.56', '1234.56'])
  })

  it('REQ-F-066/3: keep the locale if the command says so', () => {
    expect(kept!.data).toEqual({ out: 'de_DE.UTF-8', number: '1.234,56' })
  })

  it('REQ-F-066/4: have a locale of their own; that of the tool stays', () => {
    expect([plain!.data['out'][0], plain!.data['own']]).toEqual(['C', 'de_DE.UTF-8'])
  })

  it('REQ-F-050/2,3,5: are told from their start to look for no updates', () => {
    expect(plain!.data['out']).toEqual(['C', '1', '1', ''])
  })

  it('REQ-F-050/1: with a notifier say nothing of updates', () => {
    expect(plain!.data['notifier']).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(plain!.stderr).toBe('')
  })
})
