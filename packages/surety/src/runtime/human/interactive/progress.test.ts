import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { createProgress, progressLine } from './progress.ts'
import { createScreen } from '../terminal/screen.ts'
import { widthOf } from '../terminal/text-width.ts'

const now = () => performance.now()

function recorded() {
  const written: string[] = []
  const progress = createProgress({
    write: (text) => written.push(text),
    monotonic: now,
    columns: 60,
  })
  return { progress, text: () => written.join('') }
}

describe('progress at a terminal', () => {
  it('draws a line and removes it completely', async () => {
    const { progress, text } = recorded()
    progress.update('Uploading', { done: 3, total: 12 })
    await sleep(300)
    expect(text()).toContain('Uploading')
    expect(text()).toContain('3/12 25%')
    progress.stop()
    expect(text().endsWith('\r\u001b[2K')).toBe(true)
    const length = text().length
    await sleep(200)
    expect(text()).toHaveLength(length)
  })

  it('draws nothing for a command that ends quickly', async () => {
    const { progress, text } = recorded()
    progress.update('Quick')
    progress.stop()
    await sleep(200)
    expect(text()).toBe('')
  })

  it('leaves a line for each completed step', () => {
    const { progress, text } = recorded()
    progress.step('build')
    progress.step('push')
    progress.stop()
    expect(text()).toBe('✓ build\n✓ push\n')
  })

  it('says how fast it goes and how long it will take', () => {
    const line = progressLine(
      { message: 'Running, 2 failed', done: 40, total: 100, elapsedMs: 20_000, frame: 0 },
      createScreen({ columns: 100 }),
    )
    expect(line).toContain('40/100 40%, 2/s, 30s left')
  })

  it('leaves room for the name at 60 columns', () => {
    const state = { done: 3, total: 8, elapsedMs: 21_000, frame: 0 }
    const line = progressLine(
      { ...state, message: 'A service that is down' },
      createScreen({ columns: 60 }),
    )
    expect(line).toContain('A service')
  })

  it.each([40, 80])('stays below %d columns', (columns) => {
    const screen = createScreen({ columns })
    const message = 'a long message '.repeat(20)
    for (const total of [undefined, 12]) {
      const line = progressLine({ message, done: 3, total, elapsedMs: 65_000, frame: 4 }, screen)
      expect(widthOf(line)).toBeLessThan(columns)
    }
  })

  it('escapes control characters in a message', () => {
    const line = progressLine(
      { message: '\u001b[2Jx\ny', elapsedMs: 0, frame: 0 },
      createScreen({}),
    )
    expect(line).toBe('⠋ \\u001b[2Jx y')
  })
})
