// Appends lines to a journal and notes each acknowledged one in a file, which outlives a SIGKILL.
import { openSync, writeSync } from 'node:fs'

import { createJournal } from '@surety/client'

const [folder, name, count, dieAt, options, acknowledged] = process.argv.slice(2)
const journal = createJournal(folder, JSON.parse(options))
const file = openSync(acknowledged, 'w')
const entry = {
  v: 1,
  time: new Date().toISOString(),
  call: 'c',
  tool: name,
  command: 'list',
  argv: ['tool', 'list'],
  outcome: 'success',
  exit: 'SUCCESS',
  exit_code: 0,
  category: null,
  code: null,
  operation: null,
  target: null,
  verdict: 'accept',
  reason: 'DONE',
  attempt: 1,
  waited_ms: 0,
  duration_ms: 10,
  dialect: null,
  trace_id: 't',
}

for (let line = 1; line <= Number(count); line += 1) {
  if (!journal.append({ ...entry, attempt: line, target: 'x'.repeat(line % 200) })) {
    throw new Error(`line ${line} was refused`)
  }
  writeSync(file, String(line).padStart(9), 0)
  if (line === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
}
