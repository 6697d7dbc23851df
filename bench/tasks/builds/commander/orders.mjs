import { program } from './cli.mjs'

try {
  await program.parseAsync()
} catch (error) {
  console.error(`error: ${error.message}`)
  process.exit(1)
}
