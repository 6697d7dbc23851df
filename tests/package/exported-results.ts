/**
 * For each subpath a module of a user who exports what its functions give, and leaves the types to be
 * inferred. It compiles with `declaration: true` only if every type in it can be imported.
 */
export const EXPORTED_RESULTS: Readonly<Record<string, string>> = {
  surety: `
    import { defineCli, defineCommand, defineErrors, defineExitCode, defineGroup, s, suretyError } from 'surety'
    import type { Context } from 'surety'

    export const name = s.string().min(1)
    export const volume = s.object({ name, size: s.integer().default(3), tags: s.array(s.string()) })
    export const zone = s.enum(['a', 'b']).optional()
    export const args = { name, volume: volume.open(), zone }
    export const busy = defineExitCode({
      name: 'BUSY', number: 80, description: 'It is busy', retryable: false, sideEffects: 'none',
    })
    export const errors = defineErrors({ NO_VOLUME: 'NOT_FOUND' })
    export const command = defineCommand({
      description: 'Makes a volume', danger: 'safe', exitCodes: { SUCCESS: 'Made' }, args, errors, output: volume,
      run: ({ args: { volume } }) => volume,
    })
    export const group = defineGroup({ description: 'Volumes', commands: { command } })
    export const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: { group } })
    export const failure = suretyError('FILE_NOT_FOUND', 'There is no file.')

    type Given = Context<{ name: string }, {}, {}, 'NO_VOLUME'>
    export const page = (context: Given) => context.page({ items: [1] })
    export const typed = (context: Given) => context.withType('volume', { size: 1 })
    export const notModified = (context: Given) => context.notModified('abc')
    export const services = ({ log, progress, prompt }: Given) => ({ log, progress, prompt })
  `,
  'surety/contract': `
    import * as contract from 'surety/contract'

    export const success = contract.succeed({ data: {} })
    export const failure = contract.fail({ exit: 'NOT_FOUND', error: { code: 'GONE', message: 'It is gone.' } })
    export const envelope = contract.respond({ exit: 'SUCCESS', data: { id: 1 }, duration: 1 })
    export const problems = contract.validateEnvelope({})
    export const manifestProblems = contract.validateManifest({})
    export const serialised = contract.toJsonValue(1)
    export const stopwatch = contract.startStopwatch()
    export const table = contract.EXIT_CODE_TABLES
    export const exit = contract.standardExitName(1, '1.0')
    export const error = contract.suretyError('FILE_NOT_FOUND', 'There is no file.')
  `,
  'surety/dialects': `
    import * as dialects from 'surety/dialects'

    const capture = { stdout: '', stderr: '', exit_code: 0 }
    export const dialect = await dialects.loadDialect('td')
    export const encoder = await dialects.loadEncoder('td')
    export const decoded = await dialects.decode(capture)
    export const translation = await dialects.translate(capture, 'td', 'spec-1.0')
    export const detection = dialects.detect(capture)
    export const house = dialects.defineDialect({ id: 'house', data: '/data' })
    export const parsed = await dialects.parseDialectFile('')
    export const problems = dialects.validateDocument(dialect, {})
    export const translated = () =>
      dialects.translateStream(process.stdin, process.stdout, { from: 'td', to: 'spec-1.0' })
    export const captures = () => dialects.decodeCaptureStream(process.stdin, process.stdout)
  `,
  'surety/formats': `
    import { FORMAT_IDS, loadFormat } from 'surety/formats'

    export const yaml = await loadFormat('yaml')
    export const ids = FORMAT_IDS
  `,
  'surety/schema': `
    import { coerceText, inputJsonSchema, s } from 'surety/schema'

    export const volume = s.object({ name: s.string(), size: s.number(), tags: s.array(s.string()) })
    export const coerced = coerceText(s.integer(), '5')
    export const described = inputJsonSchema(volume)
  `,
  'surety/testing': `
    import { defineCli } from 'surety'
    import { runCli } from 'surety/testing'

    const cli = defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands: {} })
    export const result = await runCli(cli)
  `,
  'surety/http': `
    import { defineCli } from 'surety'
    import { toFetch, toNodeListener } from 'surety/http'

    export const handler = toFetch(defineCli({ name: 'ping', run: () => ({ pong: true }) }), { basePath: '/api' })
    export const listener = toNodeListener(handler)
  `,
  '@surety/adopt': `
    import { answerAgents } from '@surety/adopt'

    export const program = answerAgents({ name: 'mine' }, { agents: true })
  `,
  '@surety/client': `
    import * as surety from '@surety/client'

    export const client = surety.createClient()
    export const result = await surety.runTool(['true'])
    export const plan = await client.plan(['true'])
    export const pages = client.pages(['true'])
    export const batch = surety.runBatch(client, [])
    export const caller = surety.connect(['true'])
    export const policy = surety.resolvePolicy()
    export const memory = surety.createSessionMemory()
    export const journal = surety.createJournal('journal')
    export const entries = surety.readJournal('journal')
    export const orphans = await surety.findOrphans('journal')
    export const tool = surety.toolOf(['true'])
    export const line = surety.parseCommandLine('true', tool)
  `,
  '@surety/check': `
    import * as conformance from '@surety/check'

    export const report = () => conformance.checkTool(['acme'], { level: 1 })
    export const profile = () => conformance.draftProfile(['acme'])
    export const topics = conformance.TOPICS
  `,
}
