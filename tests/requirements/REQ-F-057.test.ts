import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { lines, refusal } from './lines.ts'
import { spy } from './spy.ts'

describe('a child', () => {
  it('REQ-F-057/1,2,6,7,8 REQ-C-021/6: opens no window without a display', async () => {
    const { bin, trace } = await spy('xdg-open')
    const env = { PATH: `${bin}:${process.env['PATH']}` }
    const url = await acme(['opens', 'https://example.test/'], { env })
    expect(url.data).toEqual({ opened: false, open_url: 'https://example.test/' })
    const file = await acme(['opens', '/tmp/report.html'], { env })
    expect(file.data).toEqual({ opened: false, open_path: '/tmp/report.html' })
    for (const how of ['exec', 'library', 'shell', 'sync']) {
      // Functions of Node are guarded in a process of the tool alone.
      const { code, error } = await acme(['opens-by-hand', how], { env })
      expect({ how, code }).toEqual({ how, code: 4 })
      expect(error).toMatchObject({ code: 'NO_TTY', phase: 'execution' })
      expect(JSON.stringify(error)).toContain('"open_url":"https://example.test/"')
    }
    expect((await acme(['is-headless'])).data).toEqual({ isHeadless: true })
    for (const { meta } of [url, file]) expect(meta['headless']).toBe(true)
    expect(readFileSync(trace, 'utf8')).toBe('')
  })
})

describe('windows', () => {
  it.each(['open-undeclared', 'open-undeclared-member'])(
    'REQ-F-057/3: a command that opens a window without declaring it is refused before it runs: %s',
    async (name) => {
      expect((await refusal(name)).message).toContain('must declare gui')
    },
  )

  it('REQ-F-057/3: a call of open() that the source hides is refused when it is made', async () => {
    const { code, error } = await lines(['open-hidden'])
    expect(code).toBe(1)
    expect(error['detail']).toContain('must declare gui')
  })
})
