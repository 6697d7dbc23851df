// Runs a program of this folder many times in one process: a line of input is a call, a line of output its end.
import { createInterface } from 'node:readline'
import { run } from 'surety'

// Taken before the program can guard it.
const write = process.stdout.write.bind(process.stdout)
const { tool } = await import(`./${process.argv[2]}`)
for await (const line of createInterface({ input: process.stdin })) void answer(JSON.parse(line))
// What calls left behind would keep it alive.
process.exit()

async function answer({ id, argv, env, stdin }) {
  const all = Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== null)
  const { exit, stdout, stderr } = await run(tool, argv, { env: Object.fromEntries(all), stdin })
  write(`${JSON.stringify({ id, code: exit, stdout, stderr })}\n`)
}
