import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { lines, refusal } from './lines.ts'
import { spy } from './spy.ts'

describe('a child', () => {
  let spied: Awaited<ReturnType<typeof spy>>
  let [url, file, headless]: Awaited<ReturnType<typeof acme>>[] = []
  const HOW = ['exec', 'library', 'shell', 'sync']
  let byHand: readonly Awaited<ReturnType<typeof acme>>[] = []
  beforeAll(async () => {
    spied = await spy('xdg-open')
    const env = { PATH: `${spied.bin}:${process.env['PATH']}` }
    ;[url, file, headless, ...byHand] = await Promise.all([
      acme(['opens', 'https://example.test/'], { env }),
      acme(['opens', '/tmp/report.html'], { env }),
      acme(['is-headless']),
      // Functions of Node are guarded in a process of the tool alone.
      ...HOW.map((how) => acme(['opens-by-hand', how], { env })),
    ])
  })

  it('REQ-F-057/1,7: opens no window without a display; the answer has the address or the path', () => {
    expect(url!.data).toEqual({ opened: false, open_url: 'https://example.test/' })
    expect(file!.data).toEqual({ opened: false, open_path: '/tmp/report.html' })
  })

  it('REQ-F-057/6: opens none by itself or by a library either', () => {
    for (const [at, { code, error }] of byHand.entries()) {
      expect({ how: HOW[at], code }).toEqual({ how: HOW[at], code: 4 })
      expect(error).toMatchObject({ code: 'NO_TTY', phase: 'execution' })
      expect(JSON.stringify(error)).toContain('"open_url":"https://example.test/"')
    }
  })

  it('REQ-C-021/6: never starts the program that would open one', () => {
    expect(readFileSync(spied.trace, 'utf8')).toBe('')
  })

  it('REQ-F-057/2,8: is marked as headless in the answer, and the handler knows it', () => {
    for (const { meta } of [url!, file!, headless!, ...byHand]) expect(meta['headless']).toBe(true)
    expect(headless!.data).toEqual({ isHeadless: true })
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
