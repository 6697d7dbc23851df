// Runs a tool many times in one process: a line of input is a call, a line of output its end. The tool is what a file of
// this folder exports, or the command `surety` for the path of its build.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { run as runTool } from 'surety'

// Taken before the program can guard it.
const write = process.stdout.write.bind(process.stdout)
const file = process.argv[2]
const { default: built, tool = built.app } = await import(
  file.startsWith('/') ? pathToFileURL(file) : `./${file}`
)
const run = built?.run ?? runTool
const own = { ...process.env }
for await (const line of createInterface({ input: process.stdin })) await answer(JSON.parse(line))
// What calls left behind would keep it alive.
process.exit()

async function answer({ id, argv, env, stdin }) {
  const all = Object.entries({ ...own, ...env }).filter(([, value]) => value !== null)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, Object.fromEntries(all))
  const { exit, stdout, stderr } = await run(tool, argv, { stdin })
  write(`${JSON.stringify({ id, code: exit, stdout, stderr })}\n`)
}
