// Gives the twelve tasks to a model behind an address that speaks the OpenAI protocol. Needs bwrap: a model types any line.
// Usage: OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_MODEL=name [OPENAI_API_KEY=…] npx tsx bench/tasks/model/run-model.ts [--build surety] [--task count] [--repeats 5]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { TASKS } from '../tasks.ts'
import { BUILDS, World } from '../world.ts'
import { createChat } from './chat.ts'
import { workOnTask } from './work-on-task.ts'

const { values } = parseArgs({
  options: {
    build: { type: 'string' },
    task: { type: 'string' },
    repeats: { type: 'string', default: '1' },
    output: { type: 'string', default: 'model-results.json' },
  },
})
const { OPENAI_BASE_URL: base, OPENAI_MODEL: model, OPENAI_API_KEY: key } = process.env
if (base === undefined || model === undefined)
  throw new Error('Set OPENAI_BASE_URL, such as http://127.0.0.1:11434/v1, and OPENAI_MODEL.')
const chat = createChat({ base, key, model })
const builds = BUILDS.filter(({ name }) => values.build === undefined || name === values.build)
const tasks = TASKS.filter(({ name }) => values.task === undefined || name === values.task)
if (builds.length === 0 || tasks.length === 0)
  throw new Error(`There is no such ${builds.length === 0 ? 'build' : 'task'}.`)

const results = []
for (const build of builds) {
  const world = new World(build)
  try {
    for (const task of tasks)
      for (let run = 1; run <= Number(values.repeats); run += 1) {
        const result = await workOnTask({ chat, world, sandbox }, task)
        results.push({ build: build.name, run, ...result })
        process.stdout.write(
          `${build.name} ${task.name} ${result.success ? 'solved' : 'not solved'}: ${result.said ?? 'no answer'}\n`,
        )
      }
  } finally {
    world.close()
  }
}
writeFileSync(values.output, `${JSON.stringify({ model, results }, undefined, 1)}\n`)

/** The system can be read and nothing but the folder of the task written; there is no network. */
function sandbox(folder: string): readonly string[] {
  return [
    'bwrap',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--bind',
    folder,
    folder,
    '--unshare-all',
    '--die-with-parent',
  ]
}
