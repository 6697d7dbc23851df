import { defineCommand, s } from 'surety'

export const greetAll = defineCommand({
  description: 'Greets everyone, which takes a while',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Everyone was greeted' },
  options: { count: s.integer().min(1).default(10).describe('How many are greeted') },
  run: ({ options }) => ({ greeted: options.count }),
})
