import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A tool of the framework. */
const plain = (folder) => `
    import { defineCli, defineCommand, s, serve } from '${pathToFileURL(join(folder, 'index.js')).href}'
    const hello = defineCommand({
      description: 'Greets someone',
      danger: 'safe',
      exitCodes: { SUCCESS: 'It is done' },
      args: { name: s.string().describe('Who') },
      options: { loud: s.boolean().default(false), times: s.number().optional() },
      output: s.object({ greeting: s.string() }),
      run: ({ args }) => ({ greeting: args.name }),
    })
    const gone = defineCommand({
      description: 'Fails',
      danger: 'safe',
      exitCodes: { SUCCESS: 'It is done', NOT_FOUND: 'It is gone' },
      errors: { GONE: 'NOT_FOUND' },
      run: ({ fail }) => fail('GONE', 'It is gone.', { details: { id: 1 } }),
    })
    const about = { name: 'sample', version: '1.0.0', description: 'Greets' }
    await serve(defineCli({ ...about, commands: { hello, gone } }))`

/** A program of another framework that answers by the contract. */
const adapted = (folder) => `
    import { Command } from 'commander'
    import { adaptCommander } from '${pathToFileURL(join(folder, 'adapters/commander/public.js')).href}'
    const program = new Command('sample').description('Greets')
    program.command('hello').argument('<name>', 'Who').option('-l, --loud', 'Shout').action(console.log)
    const declared = { commands: { hello: { danger: 'safe' } } }
    await adaptCommander(program, declared).serve()`

/** The entry and the chunks that most runs read, each with a run that calls what most of them call. */
const samples = [
  { chunk: 'index', argv: ['hello', 'Ada'], exitCode: 0 },
  { chunk: 'failure', argv: ['hello', 'Ada', '--lod'], exitCode: 3 },
  { chunk: 'encoder', argv: ['gone'], exitCode: 5 },
  { chunk: 'help', argv: ['--help'], exitCode: 0 },
  { chunk: 'builtins', argv: ['--help'], exitCode: 0 },
  { chunk: 'builtins', argv: ['hello', '--schema'], exitCode: 0 },
  { chunk: 'describe', argv: ['hello', '--schema'], exitCode: 0 },
  { chunk: 'describe', argv: ['manifest'], exitCode: 0 },
  { chunk: 'engine', argv: ['hello', 'Ada'], exitCode: 0, source: adapted },
  {
    chunk: 'call',
    argv: ['run', '--', process.execPath, '-v'],
    exitCode: 0,
    program: 'cli/main.js',
  },
  {
    chunk: 'processes',
    argv: ['run', '--', process.execPath, '-v'],
    exitCode: 0,
    program: 'cli/main.js',
  },
]

/**
 * Rewrites chunks of a build so that V8 compiles the functions of a usual run at once. Otherwise V8
 * pre-parses them first and parses each again on its first call. Parentheses around a function are
 * the hint; `var` keeps the hoisting of the declarations.
 */
export function compileAhead(folder) {
  return samples.every((sample) => compileChunkAhead(folder, sample))
}

function compileChunkAhead(folder, { chunk, ...sample }) {
  const coverage = mkdtempSync(join(tmpdir(), 'surety-called-'))
  try {
    if (!runSample(folder, sample, coverage)) return false
    const start = pathToFileURL(folder).href
    for (const { url, functions } of scriptsIn(coverage)) {
      if (!url.startsWith(`${start}/${chunk === 'index' ? 'index.js' : `chunks/${chunk}-`}`))
        continue
      const path = fileURLToPath(url)
      writeFileSync(path, withHints(readFileSync(path, 'utf8'), functions))
    }
    return true
  } finally {
    rmSync(coverage, { recursive: true, force: true })
  }
}

function runSample(folder, { argv, exitCode, program, source = plain }, coverage) {
  const sample = ['--input-type=module', '--eval', source(folder), 'sample']
  const args = [...(program ? [join(folder, program)] : sample), ...argv]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, NODE_V8_COVERAGE: coverage, SURETY_STATE_DIR: join(coverage, 'state') },
    encoding: 'utf8',
  })
  if (status !== exitCode) process.stderr.write(`${argv.join(' ')}: ${stdout}${stderr}`)
  return status === exitCode
}

function scriptsIn(coverage) {
  const files = readdirSync(coverage).filter((file) => file.endsWith('.json'))
  return files.flatMap((file) => JSON.parse(readFileSync(join(coverage, file), 'utf8')).result)
}

function withHints(code, functions) {
  // The first range is the whole file. Nested functions are left alone.
  const spans = functions
    .map(({ ranges: [span] }) => span)
    .filter(({ startOffset, endOffset }) => startOffset > 0 || endOffset < code.length)
    .toSorted((a, b) => a.startOffset - b.startOffset)
  const moved = []
  let rest = ''
  let end = 0
  let outermost = 0
  for (const { startOffset, endOffset, count } of spans) {
    if (startOffset < outermost) continue
    outermost = endOffset
    const text = code.slice(startOffset, endOffset)
    const name = /^(?:async )?function ([\w$]+)\(/.exec(text)?.[1]
    if (!name || count === 0 || code[startOffset - 1] !== '\n') continue
    // Without the name inside, which would be a scope of its own; `var` gives the function the same one.
    moved.push(`${name}=(${text.replace(` ${name}(`, '(')})`)
    rest += code.slice(end, startOffset)
    end = endOffset
  }
  return moved.length === 0 ? code : `var ${moved.join(',\n')};\n${rest}${code.slice(end)}`
}
