// Measures what an adapter costs: the CPU time of `desk` and of `desk-before`, in turns.
// node bench/adapters.mjs [framework] [rounds]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [framework = 'commander', rounds = '20'] = process.argv.slice(2)
const file = (name) =>
  fileURLToPath(new URL(`../examples/adapters/${framework}/${name}`, import.meta.url))
const env = { PATH: process.env.PATH, HOME: process.env.HOME }

/** Runs a program once and returns the CPU time of its process in milliseconds. */
function cpu(name, words) {
  const line = `TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1`
  const argv = ['-c', line, 'bash', process.execPath, file(name), ...words]
  const { stderr } = spawnSync('bash', argv, { env, encoding: 'utf8' })
  const [user, system] = stderr.trim().split(' ').map(Number)
  return 1000 * (user + system)
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

for (const words of [['--help'], ['issue', 'show', '1'], ['issue', 'show', '1', '--nope']]) {
  const bare = []
  const adapted = []
  for (let round = 0; round < Number(rounds); round += 1) {
    bare.push(cpu('desk-before', words))
    adapted.push(cpu('desk', words))
  }
  const [before, after] = [median(bare), median(adapted)]
  const ratio = (after / before).toFixed(2)
  console.log(
    `${words.join(' ')}: ${before.toFixed(0)} ms bare, ${after.toFixed(0)} ms adapted (+${(after - before).toFixed(0)} ms, x${ratio})`,
  )
}
