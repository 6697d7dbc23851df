import type { Agent, Seen } from './agent/agent.ts'
import {
  failureIn,
  importedBefore,
  namedCommand,
  rejectedRows,
  rowsIn,
  saysNoRepeat,
  saysRefunded,
  totalIn,
} from './agent/reading.ts'
import { importFile, startState, type ServiceState } from './service/start-state.ts'

/** What the agent reports in the end; undefined if it says that it does not know. */
export type Conclusion = string | undefined

/** Something that an agent is asked to do. */
export interface Task {
  readonly name: string
  readonly asks: string
  /** What stands in the way, if anything does; the agent is not told. */
  readonly trouble?: string
  /** The words that a report is to have. */
  readonly answer: string
  readonly state: () => ServiceState
  readonly rows?: string
  readonly work: (agent: Agent) => Promise<Conclusion>
  /** What is true, read from the state of the service. */
  readonly truth: (state: ServiceState) => string
  /** What the user wanted to be true. */
  readonly goal: string
}

const DONE = 'done'
const NOT_DONE = 'not done'
const DONE_OR_NOT = `"${DONE}" or "${NOT_DONE}"`

export const TASKS: readonly Task[] = [
  {
    name: 'count',
    asks: 'How many open orders are there?',
    answer: 'the number',
    state: () => startState(),
    work: async (agent) => {
      const seen = await wholeList(agent)
      if (failureIn(seen)) return undefined
      return String(totalIn(seen.text) ?? countOpen(seen.text))
    },
    truth: () => '114',
    goal: '114',
  },
  {
    name: 'largest',
    asks: 'Which open order has the largest amount?',
    answer: 'the number of the order',
    state: () => startState(),
    work: async (agent) => {
      let seen = await wholeList(agent)
      const total = totalIn(seen.text)
      if (total !== undefined && rowsIn(seen.text).length < total)
        seen = await agent.type(`list --status open --limit ${total}`, { ...OPEN, isBare: true })
      const [largest] = rowsIn(seen.text).toSorted((one, other) => other.amount - one.amount)
      return largest && String(largest.id)
    },
    truth: () => '173',
    goal: '173',
  },
  refundTask('refund', { asks: 'Refund order 18.', id: 18, state: () => startState() }),
  refundTask('refund-timeout', {
    asks: 'Refund order 17.',
    trouble: 'The service does it, and its answer is lost.',
    id: 17,
    state: () => startState({ refundTimeouts: 1 }),
  }),
  {
    name: 'refund-missing',
    asks: 'Refund order 999.',
    trouble: 'There is none.',
    answer: DONE_OR_NOT,
    state: () => startState(),
    work: async (agent) => {
      const seen = await agent.attempt('refund 999', { hopes: 'refund' })
      const look = async () => {
        const shown = await agent.type('show 999', { hopes: '999', isRead: true, isBare: true })
        return failureIn(shown) === 'missing' ? NOT_DONE : undefined
      }
      return concludeWrite(agent, seen, { look })
    },
    truth: () => NOT_DONE,
    goal: NOT_DONE,
  },
  {
    name: 'import-partial',
    asks: 'Import new.csv, and say which rows were left out.',
    trouble: 'Three of 40 are no orders.',
    answer: 'the numbers of the rows with commas between them, without spaces, or none',
    state: () => startState(),
    rows: importFile(true),
    work: async (agent) => {
      const seen = await agent.attempt('import new.csv', { hopes: 'failed' })
      const rows = rejectedRows(seen.text)
      if (rows.length > 0) return rows.join(',')
      if (failureIn(seen) !== undefined || seen.isSilent) return leftOut(agent, seen)
      return 'none'
    },
    truth: () => '12,19,33',
    goal: '12,19,33',
  },
  {
    name: 'import-interrupted',
    asks: 'Import new.csv.',
    trouble: 'The service stops answering after 20 of 40 rows.',
    answer: DONE_OR_NOT,
    state: () => startState({ importTimeoutAt: 21 }),
    rows: importFile(false),
    work: (agent) => importAll(agent),
    truth: (state) => (new Set(imported(state)).size === 40 ? DONE : NOT_DONE),
    goal: DONE,
  },
  {
    name: 'sync',
    asks: 'Sync with the warehouse.',
    trouble: 'One sync is allowed in 30 seconds, and another was made a second ago.',
    answer: DONE_OR_NOT,
    state: () => ({ ...startState(), syncAllowedAt: 30 }),
    work: async (agent) => {
      const seen = await agent.attempt('sync', { hopes: 'synced' })
      // No read tells whether it was made; a second one does no harm.
      const again = () => agent.attempt('sync', { hopes: 'synced', isBare: true })
      return concludeWrite(agent, seen, { look: () => Promise.resolve(NOT_DONE), again })
    },
    truth: ({ ledger }) => (ledger.some(({ effect }) => effect === 'sync') ? DONE : NOT_DONE),
    goal: DONE,
  },
  {
    name: 'renamed',
    asks: 'Cancel order 9 with "orders cancel".',
    trouble: 'Version 2 calls it "void".',
    answer: DONE_OR_NOT,
    state: () => startState(),
    work: async (agent) => {
      const seen = await agent.attempt('cancel 9', { hopes: 'order' })
      const look = async () => {
        const { text } = await agent.type('show 9', { hopes: '9', isRead: true, isBare: true })
        return /\bvoid\b/.test(text) ? DONE : NOT_DONE
      }
      const again = () => agent.attempt('cancel 9', { hopes: 'order', isBare: true })
      return concludeWrite(agent, seen, { look, again })
    },
    truth: ({ orders }) => (orders.find(({ id }) => id === 9)?.status === 'void' ? DONE : NOT_DONE),
    goal: DONE,
  },
  {
    ...refundTask('token', {
      asks: 'Look at order 18, then refund it.',
      trouble: 'The token expires in between.',
      id: 18,
      state: () => ({ ...startState(), tokenEnds: 1 }),
    }),
    work: async (agent) => {
      await agent.attempt('show 18', { hopes: '18', isRead: true })
      return refund(agent, 18)
    },
  },
  {
    name: 'prompt',
    asks: 'Remove void orders from before April 2026 for good.',
    trouble: 'The program may want to ask first.',
    answer: DONE_OR_NOT,
    state: () => startState(),
    work: async (agent) => {
      const wish = { hopes: 'removed' }
      const seen = await agent.attempt('purge --before 2026-04-01', wish)
      const look = async () => {
        const wanted = { hopes: 'void', isRead: true, isBare: true }
        const [first] = rowsIn((await agent.type('list --status void --limit 1', wanted)).text)
        return first === undefined ? undefined : first.id > 90 ? DONE : NOT_DONE
      }
      const again = () => agent.attempt('purge --before 2026-04-01', { ...wish, isBare: true })
      return concludeWrite(agent, seen, { look, again })
    },
    truth: ({ ledger }) => (ledger.some(({ effect }) => effect === 'purge') ? DONE : NOT_DONE),
    goal: DONE,
  },
  {
    name: 'log',
    asks: 'Which card was the payment of order 31 refused for? Its log says it.',
    trouble: 'One of 4,000 entries does.',
    answer: 'the name of the card',
    state: () => startState(),
    work: async (agent) => {
      let seen = await agent.attempt('log 31', { hopes: 'error', isRead: true })
      const { saved } = seen
      if (saved !== undefined && agent.does('opens_saved_output'))
        seen = await agent.searchSaved(saved.text, 'error')
      if (!/E42/.test(seen.text)) {
        const { text } = await agent.typeLine('orders log --help')
        if (/--level/.test(text))
          seen = await agent.type('log 31 --level error', { hopes: 'error', isRead: true })
      }
      return /card (\w+) is blocked/.exec(seen.text)?.[1]
    },
    truth: () => 'E42',
    goal: 'E42',
  },
]

/** Effects that happened twice although they were wanted once: a second payment, a row imported again. */
export function unsafeRepeats({ ledger }: ServiceState): number {
  const counted = ledger.filter(({ effect }) => effect === 'refund' || effect === 'import')
  return counted.length - new Set(counted.map(({ effect, target }) => `${effect} ${target}`)).size
}

/** Where grep left the lines with "open" alone, those are counted. */
function countOpen(text: string): number {
  return rowsIn(text).length || [...text.matchAll(/\bopen\b/g)].length
}

const OPEN = { hopes: 'open', isRead: true }

/** Lists open orders; looks again where its own `head` cut the list, as often as agents do. */
async function wholeList(agent: Agent): Promise<Seen> {
  const limit = agent.does('sets_limit') ? ' --limit 1000' : ''
  const seen = await agent.attempt(`list --status open${limit}`, OPEN)
  const isUnseen = seen.isSilent ? agent.does('looks_after_silence') : false
  const isCut = seen.isCutByItself && totalIn(seen.text) === undefined
  if (!isUnseen && !(isCut && agent.does('looks_past_own_head'))) return seen
  return agent.type(`list --status open${limit}`, { ...OPEN, isBare: true })
}

function refundTask(
  name: string,
  { id, ...rest }: Pick<Task, 'asks' | 'state' | 'trouble'> & { readonly id: number },
): Task {
  return {
    name,
    ...rest,
    answer: DONE_OR_NOT,
    work: (agent) => refund(agent, id),
    truth: ({ orders }) =>
      orders.find((order) => order.id === id)!.refunds.length > 0 ? DONE : NOT_DONE,
    goal: DONE,
  }
}

async function refund(agent: Agent, id: number): Promise<Conclusion> {
  const call = (isBare: boolean) => agent.attempt(`refund ${id}`, { hopes: 'refund', isBare })
  const seen = await call(false)
  const look = () => isRefunded(agent, id)
  const again = () => call(true)
  if (failureIn(seen) !== 'timeout') return concludeWrite(agent, seen, { look, again })
  if (!heedsAnswer(agent, seen) && agent.does('repeats_after_timeout'))
    return concludeWrite(agent, await call(false), { look, again })
  const found = await look()
  return found === NOT_DONE ? concludeWrite(agent, await again(), { look }) : found
}

/** Looks at the order; where a pipe hides the rest of it, looks again without one. */
async function isRefunded(agent: Agent, id: number): Promise<Conclusion> {
  for (const isBare of [false, true]) {
    const { text } = await agent.attempt(`show ${id}`, { hopes: String(id), isRead: true, isBare })
    if (saysRefunded(text)) return DONE
    if (rowsIn(text).length > 0) return NOT_DONE
  }
  return undefined
}

/** The answer names what to do instead of repeating, or says not to, and the agent does so. */
function heedsAnswer(agent: Agent, { text }: Seen): boolean {
  const isTold = namedCommand(text) !== undefined || saysNoRepeat(text)
  return isTold && agent.does('follows_named_command')
}

/** What an agent does after a call that changes something. */
interface After {
  /** Finds out whether it is done. */
  readonly look: () => Promise<Conclusion>
  /** Makes the call again, without a pipe, once it is known that nothing was done. */
  readonly again?: () => Promise<Seen>
}

/** Reports what the last call says; where it says nothing, looks as often as agents do. */
async function concludeWrite(
  agent: Agent,
  seen: Seen,
  { look, again }: After,
): Promise<Conclusion> {
  const failure = failureIn(seen)
  if (failure === undefined && !seen.isSilent) return DONE
  if (failure !== undefined && failure !== 'other' && !seen.hung) return NOT_DONE
  if (failure === undefined && !agent.does('looks_after_silence')) return DONE
  const found = await look()
  if (found !== NOT_DONE || again === undefined) return found
  return failureIn(await again()) === undefined ? DONE : NOT_DONE
}

/** Finds which of the rows are no orders by what was imported: customers are new1 to new40. */
async function leftOut(agent: Agent, seen: Seen): Promise<Conclusion> {
  if (seen.isSilent && !agent.does('looks_after_silence')) return 'none'
  const { text } = await agent.type('list --limit 1000', {
    hopes: 'new',
    isRead: true,
    isBare: true,
  })
  const there = new Set(rowsIn(text).map(({ customer }) => customer))
  if (!there.has('new1')) return undefined
  const missing = Array.from({ length: 40 }, (_, at) => at + 1).filter(
    (row) => !there.has(`new${row}`),
  )
  return missing.length === 0 ? 'none' : missing.join(',')
}

async function importAll(agent: Agent): Promise<Conclusion> {
  const seen = await agent.attempt('import new.csv', { hopes: 'import' })
  const failure = failureIn(seen)
  if (failure === undefined && !(seen.isSilent && agent.does('looks_after_silence'))) return DONE
  if (failure === 'timeout' && !heedsAnswer(agent, seen) && agent.does('repeats_after_timeout')) {
    const again = await agent.attempt('import new.csv', { hopes: 'import' })
    return failureIn(again) === undefined ? DONE : NOT_DONE
  }
  const before = importedBefore(seen.text) ?? (await countImported(agent))
  if (before === 40) return DONE
  const rest = await agent.attempt(`import new.csv --from ${before + 1}`, { hopes: 'import' })
  return failureIn(rest) === undefined ? DONE : NOT_DONE
}

async function countImported(agent: Agent): Promise<number> {
  const { text } = await agent.type('list --limit 1000', {
    hopes: 'new',
    isRead: true,
    isBare: true,
  })
  return rowsIn(text).filter(({ customer }) => customer.startsWith('new')).length
}

function imported({ ledger }: ServiceState): readonly (number | string)[] {
  return ledger.flatMap(({ effect, target }) => (effect === 'import' ? [target] : []))
}
