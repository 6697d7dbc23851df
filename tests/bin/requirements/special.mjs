// A tool that declares contract 1.16, with the kinds of commands that the contract has special rules for.
import { appendFileSync, writeSync } from 'node:fs'

import { defineCli, defineCommand, s, serve } from 'surety'

const exitCodes = { SUCCESS: 'It is done' }
const note = (text) => process.env.TRACE && appendFileSync(process.env.TRACE, text)

export const tool = () =>
  defineCli({
    name: 'special',
    version: '1.0.0',
    description: 'A tool with special commands',
    dialect: process.env.SPECIAL_DIALECT ?? 'spec-1.16',
    timeoutMs: Number(process.env.SPECIAL_LIMIT ?? 30_000),
    commands: {
      lines: defineCommand({
        description: 'Handles one line after the other',
        danger: 'safe',
        exitCodes,
        stdin: 'lines',
        run: async ({ lines }) => {
          let count = 0
          let bytes = 0
          for await (const line of lines()) {
            count += 1
            bytes += line.length
            note(`${count} `)
            writeSync(2, `ready ${count}\n`)
          }
          return { count, bytes }
        },
      }),
      'short-lines': defineCommand({
        description: 'Takes lines of ten bytes',
        danger: 'safe',
        exitCodes,
        stdin: { mode: 'lines', maxLineBytes: 10 },
        run: async ({ lines }) => {
          const all = []
          for await (const line of lines()) all.push(line)
          return { all }
        },
      }),
      whole: defineCommand({
        description: 'Reads all of its input',
        danger: 'safe',
        exitCodes,
        stdin: true,
        run: ({ stdin }) => ({ bytes: stdin().length }),
      }),
      records: defineCommand({
        description: 'Handles the rows of another tool',
        danger: 'safe',
        exitCodes,
        stdin: { mode: 'records', record: s.object({ id: s.integer() }) },
        run: async ({ records }) => {
          const ids = []
          for await (const { id } of records()) {
            ids.push(id)
            note(`${Number(id)} `)
          }
          return { ids }
        },
      }),
      serve: defineCommand({
        description: 'Answers each line with its length',
        danger: 'destructive',
        exitCodes,
        filter: { protocol: 'line-lengths' },
        async *run() {
          writeSync(2, 'ready\n')
          for await (const chunk of process.stdin) yield Buffer.from(`${chunk.length}\n`)
        },
      }),
    },
  })

if (process.argv[1] === import.meta.filename) await serve(tool)
