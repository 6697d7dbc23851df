// Plays a script: client-flaky.mjs FOLDER ... answers with the next step of FOLDER/script.json, and
// writes down in FOLDER/calls.ndjson how it was called. The last step is repeated.
import { appendFileSync, readFileSync } from 'node:fs'

const [folder, ...argv] = process.argv.slice(2)
const calls = `${folder}/calls.ndjson`
appendFileSync(calls, `${JSON.stringify({ argv, token: process.env.FLAKY_TOKEN ?? null })}\n`)
const count = readFileSync(calls, 'utf8').trim().split('\n').length
const script = JSON.parse(readFileSync(`${folder}/script.json`, 'utf8'))
const { exit, raw, ...step } = script[Math.min(count, script.length) - 1]
const envelope = { ok: exit === 0, data: null, error: null, warnings: [], ...step }
console.log(raw ?? JSON.stringify({ ...envelope, meta: { duration_ms: 1, ...step.meta } }))
process.exitCode = exit
