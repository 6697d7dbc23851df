import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import { createDeferredProgress } from './deferred-progress.ts'

function recorded() {
  let text = ''
  const write = (part: string) => {
    text += part
  }
  const progress = createDeferredProgress(async () => {
    const { createProgress } = await import('./progress.ts')
    return createProgress({ write, isTty: true, monotonic: () => performance.now() })
  }, write)
  return { progress, text: () => text }
}

it('shows messages from before the display was loaded', async () => {
  const { progress, text } = recorded()
  progress.step('build')
  progress.update('Uploading')
  await expect.poll(text).toContain('✓ build')
  await expect.poll(text).toContain('Uploading')
  progress.stop()
  expect(text().endsWith('\u001b[2K')).toBe(true)
})

it('draws nothing after stop, even if it was still loading', async () => {
  const { progress, text } = recorded()
  progress.update('Quick')
  progress.stop()
  progress.step('late')
  await sleep(300)
  expect(text()).toBe('')
})

it('prints log lines immediately', () => {
  const { progress, text } = recorded()
  progress.log('[WARN] slow')
  expect(text()).toBe('[WARN] slow\n')
})
