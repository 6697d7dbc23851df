import { createCli, defineCommand, defineCommandFamily, positional } from '@prisma/cli-engine'
import { ok } from '@prisma/cli-engine/protocol'

import { rows } from '../rows.mjs'

const row = defineCommand({
  help: { summary: 'Run a row' },
  args: { positionals: { row: positional.string({ brief: 'Which', placeholder: 'row' }) } },
  async handler(args, { present }) {
    const data = await rows[args.positionals.row].run()
    const value = present(
      { data: data ?? null, exitCode: 0 },
      { human: () => [], stdout: () => [], json: () => data ?? null, next: () => [] },
    )
    return ok(value)
  },
})
const cli = createCli({
  name: 'rows',
  version: '1.0.0',
  commandFamilies: [defineCommandFamily({ commands: { row } })],
  groups: {},
  commands: { row },
})
const { stdin, stdout, stderr } = process
process.exitCode = await cli.run(['row', ...process.argv.slice(2), '--format', 'json'], {
  stdin,
  stdout,
  stderr,
  cwd: process.cwd(),
  env: process.env,
  isTty: { stdin: false, stdout: false, stderr: false },
  exit: (code) => process.exit(code),
  onSignal(listener) {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, listener)
    return () => ['SIGINT', 'SIGTERM'].forEach((signal) => process.off(signal, listener))
  },
  loadConfig: async () => ({ files: [], errors: [] }),
})
