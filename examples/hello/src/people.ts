import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { defineCommand, s } from 'surety'

interface Person {
  readonly name: string
  readonly team: string
}

const FIRST: readonly Person[] = [
  { name: 'Ada', team: 'engines' },
  { name: 'Alan', team: 'machines' },
  { name: 'Barbara', team: 'languages' },
  { name: 'Edsger', team: 'languages' },
  { name: 'Grace', team: 'languages' },
]
const person = s.object({ name: s.string(), team: s.string() })
const env = { HELLO_BOOK: s.string().optional().describe('File with the people') }

export const listPeople = defineCommand({
  description: 'Lists people',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The people are in data' },
  args: { team: s.string().optional().describe('Only people of this team') },
  env,
  list: true,
  output: s.array(person),
  run: ({ args, env: { HELLO_BOOK } }) =>
    read(HELLO_BOOK).filter(({ team }) => args.team === undefined || team === args.team),
})

export const watchPeople = defineCommand({
  description: 'Lists people one by one, again and again',
  danger: 'safe',
  exitCodes: { SUCCESS: 'All rounds are over' },
  options: {
    rounds: s.integer().min(1).default(1).describe('How often everyone is listed'),
    pause: s.duration().default('20ms').describe('The time between two people'),
  },
  env,
  output: s.array(person),
  run: async function* ({ options, env: { HELLO_BOOK } }) {
    for (let round = 0; round < options.rounds; round += 1) {
      for (const each of read(HELLO_BOOK)) {
        yield each
        await sleep(options.pause)
      }
    }
  },
})

export const removePerson = defineCommand({
  description: 'Removes a person',
  danger: 'destructive',
  exitCodes: { SUCCESS: 'The person is gone', NOT_FOUND: 'There is no such person' },
  args: { name: s.string().describe('Who is removed') },
  env,
  dryRun: ({ args, env: { HELLO_BOOK } }) => ({
    effect: 'would_delete',
    would_affect: read(HELLO_BOOK).filter(({ name }) => name === args.name),
  }),
  run: ({ args, env: { HELLO_BOOK }, failWith }) => {
    const people = read(HELLO_BOOK)
    const left = people.filter(({ name }) => name !== args.name)
    if (left.length === people.length) failWith('NOT_FOUND', `There is no ${args.name}.`)
    writeFileSync(bookAt(HELLO_BOOK), JSON.stringify(left))
    return { effect: 'deleted', name: args.name }
  },
})

function bookAt(path: string | undefined): string {
  return path ?? join(tmpdir(), 'hello-people.json')
}

function read(path: string | undefined): readonly Person[] {
  try {
    return JSON.parse(readFileSync(bookAt(path), 'utf8')) as readonly Person[]
  } catch {
    // Without a book everyone is there.
    return FIRST
  }
}
