/** A program of a few lines that prints or ends in a strange way, and what its answer must say. */
export interface Trap {
  readonly title: string
  /** The module after the line that adopts it. */
  readonly code: string
  /** Runs as a child of itself when it is asked. */
  readonly isIsolated?: boolean
  /** CommonJS instead of an ES module. */
  readonly isCommonJs?: boolean
  /** What stands before the line that adopts it. */
  readonly before?: string
  readonly words?: readonly string[]
  /** Ends the program from outside once it has said something on stderr. */
  readonly kill?: NodeJS.Signals
  /** Node itself cuts what it prints, each time elsewhere, unless it is asked. */
  readonly isCut?: boolean
  /** Members of the answer. */
  readonly answer: Readonly<Record<string, unknown>>
  readonly exit: number | NodeJS.Signals
}

const text = (value: string) => ({ ok: true, data: { value } })
const failed = (code: string, message?: string) => ({
  ok: false,
  error: { code, ...(message !== undefined && { message }) },
})

export const TRAPS: readonly Trap[] = [
  { title: 'a line', code: `console.log('one')`, answer: text('one'), exit: 0 },
  { title: 'nothing at all', code: ``, answer: { ok: true, data: {} }, exit: 0 },
  {
    title: 'JSON is data as it is',
    code: `console.log('{"a":[1]}')`,
    answer: { ok: true, data: { a: [1] } },
    exit: 0,
  },
  {
    title: 'lines of JSON are a list',
    code: `console.log('{"a":1}\\n{"a":2}')`,
    answer: { ok: true, data: [{ a: 1 }, { a: 2 }] },
    exit: 0,
  },
  {
    title: 'a number is text',
    code: `console.log('1.10')`,
    answer: text('1.10'),
    exit: 0,
  },
  {
    title: 'bytes',
    code: `process.stdout.write(Buffer.from([0, 159, 146, 150]))`,
    answer: { ok: true, data: { bytes: 4, base64: 'AJ+Slg==' } },
    exit: 0,
  },
  {
    title: 'half a letter at a time',
    code: `for (const byte of Buffer.from('zoë')) process.stdout.write(Buffer.from([byte]))`,
    answer: text('zoë'),
    exit: 0,
  },
  {
    title: 'an exit listener that prints',
    code: `process.on('exit', () => console.log('bye')); console.log('hi')`,
    answer: text('hi\nbye'),
    exit: 0,
  },
  {
    title: 'an exit listener that sets the exit',
    code: `process.on('exit', () => { process.exitCode = 3 }); console.log('hi')`,
    answer: {
      ...failed('COMMAND_FAILED', 'hi'),
      meta: { tool_exit_code: 3, output: { value: 'hi' } },
    },
    exit: 1,
  },
  {
    title: 'an exit listener that exits',
    code: `process.on('exit', () => process.exit(4)); process.exit(0)`,
    answer: { ...failed('COMMAND_FAILED'), meta: { tool_exit_code: 4 } },
    exit: 1,
  },
  {
    title: 'an exit listener that throws',
    code: `process.on('exit', () => { throw new Error('late') })`,
    answer: failed('COMMAND_FAILED', 'late'),
    exit: 1,
  },
  {
    title: 'process.exit while much is being written',
    code: `process.stdout.write('x'.repeat(1e6)); process.exit(0)`,
    isCut: true,
    answer: text('x'.repeat(1e6)),
    exit: 0,
  },
  {
    title: 'fifty megabytes',
    code: `for (let i = 0; i < 50; i++) process.stdout.write('y'.repeat(1 << 20))`,
    answer: text('y'.repeat(50 << 20)),
    exit: 0,
  },
  {
    title: 'an error that is thrown, with a code of its own',
    code: `throw Object.assign(new Error('3 of 3 sites in use'), { code: 'QUOTA_EXCEEDED' })`,
    answer: failed('QUOTA_EXCEEDED', '3 of 3 sites in use'),
    exit: 1,
  },
  {
    title: 'undefined is thrown',
    code: `throw undefined`,
    answer: failed('COMMAND_FAILED', 'undefined was thrown.'),
    exit: 1,
  },
  {
    title: 'a promise that is rejected',
    code: `await null; Promise.reject(new Error('no luck'))`,
    answer: failed('COMMAND_FAILED', 'no luck'),
    exit: 1,
  },
  {
    title: 'a stack that overflows',
    code: `const f = () => f(); f()`,
    answer: failed('COMMAND_FAILED', 'Maximum call stack size exceeded'),
    exit: 1,
  },
  {
    title: 'a file that does not exist',
    code: `import { readFileSync } from 'node:fs'; readFileSync('/no/such/file')`,
    answer: failed('FILE_NOT_FOUND', "ENOENT: no such file or directory, open '/no/such/file'"),
    exit: 5,
  },
  {
    title: 'an await without an end',
    code: `console.log('a'); await new Promise(() => {})`,
    answer: { ok: false, meta: { tool_exit_code: 13 } },
    exit: 1,
  },
  {
    title: 'fs.writeSync to descriptor 1',
    code: `import { writeSync } from 'node:fs'; writeSync(1, 'low\\n'); console.log('high')`,
    answer: text('low\nhigh'),
    exit: 0,
  },
  {
    title: 'a promisified fs.write',
    code: `import fs from 'node:fs'; import { promisify } from 'node:util'
      const { bytesWritten } = await promisify(fs.write)(1, 'four'); console.log(bytesWritten)`,
    answer: text('four4'),
    exit: 0,
  },
  {
    title: '/dev/stdout as a file',
    code: `import fs from 'node:fs'; fs.writeFileSync('/dev/stdout', 'a'); fs.appendFileSync('/dev/fd/1', 'b')
      fs.writeFileSync(1, 'c'); await fs.promises.writeFile('/proc/self/fd/1', 'd')`,
    answer: text('abcd'),
    exit: 0,
  },
  {
    title: 'a stream of its own on descriptor 1',
    code: `import fs from 'node:fs'; fs.createWriteStream('', { fd: 1 }).end('own')`,
    answer: text('own'),
    exit: 0,
  },
  {
    title: 'a pipeline into stdout',
    code: `import { Readable } from 'node:stream'; Readable.from(['p', 'q']).pipe(process.stdout)`,
    answer: text('pq'),
    exit: 0,
  },
  {
    title: 'write with a callback',
    code: `process.stdout.write('w', () => process.stdout.write('x', () => process.exit()))`,
    answer: text('wx'),
    exit: 0,
  },
  {
    title: 'stdout that is ended',
    code: `process.stdout.end('last')`,
    answer: text('last'),
    exit: 0,
  },
  {
    title: 'a child that inherits',
    code: `import { spawn } from 'node:child_process'
      console.log('a'); spawn('echo', ['b'], { stdio: 'inherit' }).on('close', () => console.log('c'))`,
    answer: text('a\nb\nc'),
    exit: 0,
  },
  {
    title: 'execSync that inherits',
    code: `import { execSync } from 'node:child_process'; execSync('echo b; echo c', { stdio: 'inherit' }); console.log('d')`,
    answer: text('b\nc\nd'),
    exit: 0,
  },
  {
    title: 'a grandchild',
    code: `import { spawnSync } from 'node:child_process'
      spawnSync('sh', ['-c', 'sh -c "echo deep"'], { stdio: ['ignore', 1, 2] })`,
    answer: text('deep'),
    exit: 0,
  },
  {
    title: 'the exit of a child is handed on',
    code: `import { spawn } from 'node:child_process'
      spawn('sh', ['-c', 'echo x; exit 7'], { stdio: 'inherit' }).on('close', (code) => process.exit(code))`,
    answer: { ok: false, meta: { tool_exit_code: 7, output: { value: 'x' } } },
    exit: 1,
  },
  {
    title: 'SIGTERM from outside',
    code: `console.log('up'); console.error('ready'); setInterval(() => {}, 1000)`,
    kill: 'SIGTERM',
    answer: { ...failed('CANCELLED'), meta: { output: { value: 'up' } } },
    exit: 'SIGTERM',
  },
  {
    title: 'SIGINT from outside',
    code: `console.log('up'); console.error('ready'); setInterval(() => {}, 1000)`,
    kill: 'SIGINT',
    answer: failed('INTERRUPTED'),
    exit: 'SIGINT',
  },
  {
    title: 'a signal that the program handles',
    code: `process.on('SIGTERM', () => { console.log('down'); process.exit(0) })
      console.log('up'); console.error('ready'); setInterval(() => {}, 1000)`,
    kill: 'SIGTERM',
    answer: text('up\ndown'),
    exit: 0,
  },
  {
    title: 'all listeners removed',
    code: `process.removeAllListeners(); process.removeAllListeners('SIGTERM'); console.log('up'); console.error('ready'); setInterval(() => {}, 1000)`,
    kill: 'SIGTERM',
    answer: failed('CANCELLED'),
    exit: 'SIGTERM',
  },
  {
    title: 'listeners that are counted',
    code: `console.log([process.listenerCount('SIGTERM'), process.listeners('SIGINT').length].join())`,
    answer: text('0,0'),
    exit: 0,
  },
  {
    title: 'emit and reallyExit as signal-exit replaces them, before us',
    before: `const [emit, exit] = [process.emit, process.reallyExit]
      process.emit = function (name, ...given) { const did = emit.call(this, name, ...given); if (name === 'exit') console.log('last'); return did }
      process.reallyExit = function (code) { return exit.call(process, code) }`,
    code: `process.on('exit', () => console.log('first')); process.exit(0)`,
    answer: text('first\nlast'),
    exit: 0,
  },
  {
    title: 'emit and reallyExit as signal-exit replaces them, after us',
    code: `const [emit, exit] = [process.emit, process.reallyExit]
      process.emit = function (name, ...given) { const did = emit.call(this, name, ...given); if (name === 'exit') console.log('last'); return did }
      process.reallyExit = function (code) { return exit.call(process, code) }
      process.on('exit', () => console.log('first')); process.exit(0)`,
    answer: text('first\nlast'),
    exit: 0,
  },
  {
    title: 'a double exit',
    code: `process.on('exit', () => { process.exit(); process.exit(9) }); process.exit(2)`,
    answer: { ok: false, meta: { tool_exit_code: 2 } },
    exit: 1,
  },
  {
    title: 'an exit that is set late',
    code: `setTimeout(() => { process.exitCode = 6 }, 20)`,
    answer: { ok: false, meta: { tool_exit_code: 6 } },
    exit: 1,
  },
  {
    title: 'CommonJS',
    isCommonJs: true,
    code: `console.log(typeof require)`,
    answer: text('function'),
    exit: 0,
  },
  {
    title: 'a document of its own that says why',
    code: `console.log('{"error":{"code":"no-such-site","message":"There is no site x"}}'); process.exit(1)`,
    answer: failed('NO_SUCH_SITE', 'There is no site x'),
    exit: 1,
  },
  {
    title: "words after -- are the program's own",
    words: ['--', '--format', 'yaml'],
    code: `console.log(process.argv.slice(2).join(' '))`,
    answer: text('-- --format yaml'),
    exit: 0,
  },
  {
    title: 'corked writes',
    code: `process.stdout.cork(); process.stdout.write('a'); process.stdout.write('b'); process.stdout.uncork()`,
    answer: text('ab'),
    exit: 0,
  },
  {
    title: 'fs.writev',
    code: `import fs from 'node:fs'; fs.writevSync(1, [Buffer.from('a'), Buffer.from('b')])`,
    answer: text('ab'),
    exit: 0,
  },
  {
    title: 'a descriptor that is closed',
    code: `import fs from 'node:fs'; console.log('a'); fs.closeSync(2)`,
    answer: text('a'),
    exit: 0,
  },
  {
    title: 'traits of a terminal',
    code: `import tty from 'node:tty'; console.log(String(process.stdout.isTTY), tty.isatty(1))`,
    answer: text('undefined false'),
    exit: 0,
  },
  {
    title: 'a fork that prints',
    code: `import { fork } from 'node:child_process'
      if (process.argv[2] === 'child') console.log('forked')
      else fork(process.argv[1], ['child']).on('close', () => console.log('parent'))`,
    answer: text('forked\nparent'),
    exit: 0,
  },
  {
    title: 'a child that is piped into stdout',
    code: `import { spawn } from 'node:child_process'; spawn('echo', ['piped']).stdout.pipe(process.stdout)`,
    answer: text('piped'),
    exit: 0,
  },
  {
    title: 'beforeExit prints once',
    code: `process.once('beforeExit', () => console.log('before'))`,
    answer: text('before'),
    exit: 0,
  },
  {
    title: 'SIGHUP from outside',
    code: `console.error('ready'); setInterval(() => {}, 1000)`,
    kill: 'SIGHUP',
    answer: failed('CANCELLED'),
    exit: 'SIGHUP',
  },
  {
    title: 'a signal to itself',
    code: `console.log('a'); process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 5000)`,
    answer: failed('CANCELLED'),
    exit: 'SIGTERM',
  },
  {
    title: 'an exception that is handled, with an exit of its own',
    code: `process.on('uncaughtException', (error) => { console.error('error: ' + error.message); process.exit(5) }); throw new Error('handled')`,
    answer: { ...failed('COMMAND_FAILED', 'handled'), meta: { tool_exit_code: 5 } },
    exit: 1,
  },
  {
    title: 'a rejection that is handled',
    code: `process.on('unhandledRejection', () => console.log('quiet')); Promise.reject(new Error('x'))`,
    answer: text('quiet'),
    exit: 0,
  },
  {
    title: 'a text is thrown',
    code: `throw 'no more'`,
    answer: failed('COMMAND_FAILED', 'no more'),
    exit: 1,
  },
  {
    title: 'null is thrown',
    code: `throw null`,
    answer: failed('COMMAND_FAILED', 'null was thrown.'),
    exit: 1,
  },
  {
    title: 'a connection that is refused',
    code: `import net from 'node:net'; net.connect(9, '127.0.0.1')`,
    answer: failed('CONNECTION_FAILED'),
    exit: 12,
  },
  {
    title: 'a server that closes when it is told to',
    code: `import http from 'node:http'
      const server = http.createServer().listen(0, () => { console.log('up'); console.error('ready') })
      process.on('SIGTERM', () => server.close(() => console.log('closed')))`,
    kill: 'SIGTERM',
    answer: text('up\nclosed'),
    exit: 0,
  },
  {
    title: 'stdin is read',
    code: `let text = ''; for await (const chunk of process.stdin) text += chunk; console.log(text.length)`,
    answer: text('0'),
    exit: 0,
  },
  {
    title: 'a worker that prints',
    code: `import { Worker } from 'node:worker_threads'; new Worker('console.log("worker")', { eval: true })`,
    answer: text('worker'),
    exit: 0,
  },
  {
    title: 'a worker that writes to the descriptor, isolated',
    isIsolated: true,
    code: `import { Worker } from 'node:worker_threads'
      new Worker('require("fs").writeSync(1, "low")', { eval: true })`,
    answer: text('low'),
    exit: 0,
  },
  {
    title: 'SIGKILL to itself, isolated',
    isIsolated: true,
    code: `console.log('a'); process.kill(process.pid, 'SIGKILL')`,
    answer: { ...failed('CANCELLED'), meta: { output: { value: 'a' } } },
    exit: 'SIGKILL',
  },
  {
    title: 'an error with a code, isolated',
    isIsolated: true,
    code: `setTimeout(() => { throw Object.assign(new Error('full'), { code: 'QUOTA' }) })`,
    answer: failed('QUOTA', 'full'),
    exit: 1,
  },
  {
    title: 'a socket of its own on descriptor 1, isolated',
    isIsolated: true,
    code: `import fs from 'node:fs'; fs.createWriteStream('', { fd: 1 }).end('own')`,
    answer: text('own'),
    exit: 0,
  },
  {
    title: 'a program that replaces the process',
    code: `process.on('exit', () => console.log('never')); console.log('first')
      if (process.execve) process.execve('/bin/sh', ['sh', '-c', 'echo "$WORD"; exit 7'], { WORD: 'second' })
      else { console.log('second'); process.reallyExit(7) }`,
    answer: {
      ...failed('COMMAND_FAILED'),
      meta: { tool_exit_code: 7, output: { value: 'first\nsecond' } },
    },
    exit: 1,
  },
]
