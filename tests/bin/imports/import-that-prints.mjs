// A library that greets the world when it is imported.
import { defineCommand } from 'surety'

console.log('Thank you for using import-that-prints!')

export const command = defineCommand({
  description: 'Loads a library that prints',
  danger: 'safe',
  exitCodes: { SUCCESS: 'It was loaded' },
  run: () => ({ loaded: true }),
})
