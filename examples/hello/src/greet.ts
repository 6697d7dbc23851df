import { defineCommand, s } from 'surety'

export const greet = defineCommand({
  description: 'Greets someone',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The greeting is in data' },
  args: { name: s.string().default('world').describe('Who is greeted') },
  options: { loud: s.boolean().default(false).describe('Greets in capitals') },
  output: s.object({ greeting: s.string() }),
  examples: [{ description: 'Greet Ada', command: 'hello greet Ada' }],
  run: ({ args, options }) => {
    const greeting = `Hello, ${args.name}!`
    return { greeting: options.loud ? greeting.toUpperCase() : greeting }
  },
})
