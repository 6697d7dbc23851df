import { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

import { defineCli, defineCommand, s, serve } from '../../packages/surety/src/index.ts'

/**
 * Walks one path of data through the sources and writes the functions that it called, file by file:
 * `tsx walk-path.ts <path> <result.json>`. Counting starts where the path does and ends with the process,
 * or where the path does.
 */
const [path = '', result = ''] = process.argv.slice(2)

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

function startCounting(): void {
  session.post('Profiler.takePreciseCoverage')
}

let isWritten = false
function endCounting(): void {
  if (isWritten) return
  isWritten = true
  session.post('Profiler.takePreciseCoverage', (_error, { result: scripts }) => {
    const files = scripts
      .filter(({ url }) => url.includes('/src/') && !url.includes('node_modules'))
      .map(({ url, functions }) => ({
        file: url.replace(/^.*\/packages\//, 'packages/').replace(/\?.*$/, ''),
        // A module's own body has no name, and the loader calls __name; both run when the module loads.
        functions: functions.flatMap(({ functionName, ranges }) =>
          !/^(?:__name)?$/.test(functionName) && ranges[0]!.count > 0 ? [functionName] : [],
        ),
      }))
      .filter(({ functions }) => functions.length > 0)
    writeFileSync(result, JSON.stringify(files))
  })
}
process.on('exit', endCounting)

const tool = defineCli({
  name: 'notes',
  version: '1.0.0',
  description: 'Keeps notes',
  commands: {
    hello: defineCommand({
      description: 'Greets someone',
      danger: 'safe',
      args: { name: s.string() },
      options: { loud: s.boolean().default(false) },
      run({ args }) {
        if (path === 'argv to handler') endCounting()
        if (path === 'value to stdout' || path === 'throw to stdout') startCounting()
        if (path === 'throw to stdout') throw new Error('The disk is gone')
        return { greeting: `Hello ${args.name}` }
      },
    }),
  },
})

if (path === 'bytes to verdict') {
  const { createClient } = await import('../../packages/client/src/client/public.ts')
  const { emit } = EventEmitter.prototype as { emit: (this: unknown, ...all: unknown[]) => boolean }
  Object.assign(ChildProcess.prototype, {
    emit(this: ChildProcess, event: string, ...rest: unknown[]) {
      if (event === 'exit') startCounting()
      return emit.call(this, event, ...rest)
    },
  })
  const failure = {
    code: 'NOT_FOUND',
    message: 'No such note',
    retryable: false,
    phase: 'execution',
  }
  const envelope = { ok: false, data: null, error: failure, warnings: [], meta: { duration_ms: 1 } }
  const script = `console.log('${JSON.stringify(envelope)}'); process.exitCode = 5`
  await createClient({ dialect: 'spec-1.0' }).run([process.execPath, '-e', script])
  endCounting()
} else {
  if (path === 'MCP call to answer') {
    const parse = JSON.parse
    JSON.parse = (text, ...rest) => {
      if (text.includes('"tools/call"')) {
        JSON.parse = parse
        startCounting()
      }
      return parse(text, ...rest) as unknown
    }
    process.argv.splice(2, Infinity, '--mcp')
  } else process.argv.splice(2, Infinity, 'hello', 'Ada', '--loud')
  startCounting()
  await serve(tool)
}
