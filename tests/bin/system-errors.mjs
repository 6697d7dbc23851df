// A tool whose commands meet errors of the operating system and do not handle them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { defineCli, defineCommand, s, serve } from 'surety'

const command = (run, more = {}) =>
  defineCommand({
    description: 'Meets an error of the system',
    danger: 'safe',
    exitCodes: {
      SUCCESS: 'It is done',
      NOT_FOUND: 'Nothing is there',
      PRECONDITION: 'It cannot be read',
      PERMISSION_DENIED: 'It is forbidden',
      CONFLICT: 'It is taken',
      UNAVAILABLE: 'Nobody is there',
      PARTIAL_FAILURE: 'Some of it is done',
    },
    options: { path: s.string().optional() },
    ...more,
    run,
  })

const commands = {
  read: command(({ options }) => readFile(options.path, 'utf8')),
  'read-sync': command(({ options }) => fs.readFileSync(options.path, 'utf8')),
  make: command(({ options }) => fs.mkdirSync(options.path)),
  write: command(({ options }) => fs.writeFileSync(options.path, 'text')),
  change: command(({ options }) => fs.readFileSync(options.path, 'utf8'), {
    danger: 'mutating',
    dryRun: () => ({ effect: 'would_update', would_affect: {} }),
  }),
  connect: command(async () => {
    const socket = connect(1, '127.0.0.1')
    await once(socket, 'connect')
  }),
  fetch: command(() => fetch('http://127.0.0.1:2/')),
  'fetch-to-change': command(
    async ({ options, effect }) => {
      if (options.path !== undefined) effect('created')
      await fetch('http://127.0.0.1:2/', { method: 'POST' })
    },
    { danger: 'mutating' },
  ),
  host: command(async () => {
    // A resolver of its own, because that of the system may take its time.
    const lookup = (hostname, _options, done) =>
      done(
        Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), {
          code: 'ENOTFOUND',
          syscall: 'getaddrinfo',
          hostname,
        }),
      )
    await once(connect({ host: 'no-such-host.invalid', port: 80, lookup }), 'connect')
  }),
  forbidden: command(({ options }) => {
    // The superuser may read everything.
    const isSuperuser = process.getuid() === 0
    if (isSuperuser) process.seteuid(65_534)
    try {
      return fs.readFileSync(options.path, 'utf8')
    } finally {
      if (isSuperuser) process.seteuid(0)
    }
  }),
  start: command(async () => {
    const child = spawn('/no/such/program', [])
    await once(child, 'spawn')
  }),
  emitted: command(async () => {
    fs.createReadStream('/no/such/stream')
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }),
  input: command(({ stdin }) => ({ length: stdin().length }), { stdin: true }),
}

export const tool = defineCli({
  name: 'system',
  version: '1.0.0',
  description: 'Meets errors',
  commands,
})

// Tests may also run it in a process of theirs.
if (process.argv[1] === import.meta.filename) await serve(tool)
