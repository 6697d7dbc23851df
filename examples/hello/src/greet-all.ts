import { setTimeout as sleep } from 'node:timers/promises'

import { defineCommand, s } from 'surety'

const exitCodes = { SUCCESS: 'Everyone was greeted' }
const options = {
  count: s.integer().min(1).default(10).describe('How many are greeted'),
  pause: s.duration().default('100ms').describe('The time for one of them'),
}
const output = s.object({ greeted: s.integer() })

/** Takes long, so a call ends after its budget, and the work goes on in the background. */
export const greetAll = defineCommand({
  description: 'Greets everyone, which takes a while',
  danger: 'safe',
  exitCodes,
  options: { ...options, hang: s.boolean().default(false).describe('Never comes to the end') },
  output,
  interruption: { detach: true, idleTimeoutMs: 1000 },
  run: async ({ options: { count, pause, hang }, progress }) => {
    for (let done = 1; done <= count; done += 1) {
      await sleep(hang && done > 1 ? 60_000 : pause)
      progress('Greeting', { done, total: count, unit: 'people' })
    }
    return { greeted: count }
  },
})

/** Saves its state after each card, so that the same call goes on where the last one stopped. */
export const sendCards = defineCommand({
  description: 'Sends a card to everyone',
  danger: 'mutating',
  exitCodes,
  options,
  interruption: { resume: true },
  run: async ({ options: { count, pause }, progress, checkpoint, restore }) => {
    const saved = Number((await restore(`cards-${count}`)) ?? 0)
    for (let done = saved + 1; done <= count; done += 1) {
      await sleep(pause)
      progress('Sending', { done, total: count, unit: 'cards' })
      await checkpoint(done)
    }
    return { effect: 'created', sent: count, resumed_at: saved }
  },
})
