import { describe, expect, it } from 'vitest'

import { toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string) => framework(line.split(' '))

describe('lines', () => {
  it('end in LF in JSON, in formats and in the text of an author', async () => {
    const [json, plain, drawn] = await Promise.all([
      words('texts'),
      words('texts --format plain'),
      words('drawn --format plain'),
    ])
    for (const { stdout, stderr } of [json, plain, drawn])
      expect(stdout + stderr).not.toContain('\r')
    expect(drawn.stdout).toBe('one\ntwo\nthree\n')
  })

  it('end in LF in help', async () => {
    const { stderr } = await words('texts --help')
    expect(stderr).not.toContain('\r')
    expect(stderr.length).toBeGreaterThan(100)
  })

  it('end in LF on stderr', async () => {
    const { stderr } = await words('logs --debug')
    expect(stderr).toContain('\n')
    expect(stderr).not.toContain('\r')
  })

  it('stay as they are inside of values, and are none in a cell', async () => {
    const [json, plain] = await Promise.all([words('texts'), words('texts --format plain')])
    expect(json.data['lines']).toBe('one\r\ntwo\r')
    expect(plain.stdout).toContain('one two')
  })
})
