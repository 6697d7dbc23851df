// Runs a program of this folder many times in one process: a line of input is a call, a line of output its end.
import { createInterface } from 'node:readline'
import { run } from 'surety'

const { default: tool } = await import(`./${process.argv[2]}`)
for await (const line of createInterface({ input: process.stdin })) {
  const { argv, env, ...options } = JSON.parse(line)
  const { exit, stdout, stderr } = await run(tool, argv, {
    ...options,
    env: { ...process.env, ...env },
  })
  process.stdout.write(`${JSON.stringify({ code: exit, stdout, stderr })}\n`)
}
