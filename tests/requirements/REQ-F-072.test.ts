import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, env: Record<string, string> = {}) =>
  framework(line.split(' '), { env })

describe('lines', () => {
  it('REQ-F-072/1,2,3,4,5,6: end in LF everywhere', async () => {
    const path = join(folder(), 'out.json')
    const ran = await runAll({
      json: framework(['texts']),
      plain: words('texts --format plain'),
      written: framework(['texts', '--output', path]),
      help: framework(['texts', '--help']),
      refused: words('texts --nope'),
      logged: words('logs --debug'),
    })
    for (const { stdout, stderr } of Object.values(ran)) expect(stdout + stderr).not.toContain('\r')
    expect(ran.plain.stdout).toContain('one two')
    expect(ran.json.data['lines']).toBe('one\ntwo')
    expect(ran.help.stderr.length).toBeGreaterThan(100)
    expect(ran.logged.stderr).toContain('\n')
    expect(readFileSync(path, 'utf8')).toMatch(/\n$/)
    expect(readFileSync(path, 'utf8')).not.toContain('\r')
  })
})
