// Tries declarations that a tool of contract 1.16 must refuse, and prints the defect of each.
import { defineCli, defineCommand, s } from 'surety'
import { runCli } from 'surety/testing'

const exitCodes = { SUCCESS: 'It is done', PRECONDITION: 'Something is missing' }
const declare = (more) =>
  defineCommand({ description: 'Does it', danger: 'safe', exitCodes, run: () => ({}), ...more })
const takes = (options) => declare({ options })
const serves = (more) =>
  declare({
    filter: { protocol: 'lsp' },
    async *run() {
      yield Buffer.from('x')
    },
    ...more,
  })
const fixing = (fixCommand, more = {}) =>
  declare({
    errors: { GONE: { exit: 'PRECONDITION', fixRequired: 'Make it.', fixCommand, ...more } },
  })

const attempts = {
  'C-014 partial': declare({
    exitCodes: {
      ...exitCodes,
      UNAVAILABLE: { description: 'Down', retryable: true, sideEffects: 'partial' },
    },
  }),
  'C-015 own schema': declare({ schema: '{}' }),
  'C-016 token': takes({ token: s.string() }),
  'C-016 api key': takes({ apiKey: s.string().optional() }),
  'C-016 argument': declare({ args: { password: s.string() } }),
  'C-016 secret argument': declare({ args: { code: s.string().secret() } }),
  'fine C-016 secret': takes({ token: s.string().secret().optional() }),
  'fine C-016 sort key': takes({ sortKey: s.string().optional(), key: s.string().optional() }),
  'C-030 destructive': fixing('tool gone'),
  'C-030 angle': fixing('tool make <name>'),
  'C-030 variable': fixing('tool make $NAME'),
  'C-030 pipe': fixing('tool make | sh'),
  'C-030 foreign': fixing('curl x'),
  'C-030 retryable': fixing('tool make', { retryable: true }),
  'C-030 alone': fixing('tool make', { fixRequired: undefined }),
  'C-032 stdin': serves({ stdin: true }),
  'C-032 interactive': serves({ interactive: true }),
  'C-032 output': serves({ output: s.object({}) }),
  'C-032 mcp true': declare({ mcp: true }),
}

const found = {}
for (const [name, command] of Object.entries(attempts)) {
  const gone = declare({
    danger: 'destructive',
    dryRun: () => ({ effect: 'would_delete', would_affect: [] }),
  })
  const cli = defineCli({
    name: 'tool',
    version: '1.0.0',
    description: 'x',
    dialect: 'spec-1.16',
    commands: { do: command, gone, make: declare({}) },
  })
  try {
    const { outcome } = await runCli(cli, ['do'], { unchecked: true })
    const { details, message } = outcome.error ?? {}
    found[name] = outcome.ok ? 'accepted' : `${/** @type {string} */ (details?.defect)}: ${message}`
  } catch (error) {
    found[name] = `${error.code ?? error.name}: ${error.message}`
  }
}

console.log(JSON.stringify({ found }))
