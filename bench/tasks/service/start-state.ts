/** An order as the service keeps it. */
export interface Order {
  readonly id: number
  readonly customer: string
  readonly amount: number
  status: string
  readonly created?: string
  readonly refunds: number[]
}

/** Something that the service did. */
export interface LedgerEntry {
  readonly at: number
  readonly effect: 'refund' | 'import' | 'sync' | 'void' | 'purge'
  readonly target: number | string
  readonly amount?: number
}

/** The state file of the service. */
export interface ServiceState {
  clock: number
  requests: number
  tokenEnds: number
  syncAllowedAt: number
  orders: Order[]
  ledger: LedgerEntry[]
  logs: Readonly<Record<string, readonly { at: string; level: string; text: string }[]>>
  faults: { refundTimeouts: number; importTimeoutAt: number }
}

const CUSTOMERS = ['ada', 'bert', 'cleo', 'dora', 'emil', 'fay', 'gus', 'hana'] as const
const STATUSES = ['open', 'open', 'paid', 'open', 'void', 'open', 'shipped'] as const

/** 200 orders, 114 of them open, and the log of order 31 with 4,000 entries. */
export function startState(faults: Partial<ServiceState['faults']> = {}): ServiceState {
  return {
    clock: 0,
    requests: 0,
    tokenEnds: 1_000_000,
    syncAllowedAt: 0,
    orders: Array.from({ length: 200 }, (_, at) => orderAt(at + 1)),
    ledger: [],
    logs: { 31: Array.from({ length: 4000 }, (_, at) => entryAt(at + 1)) },
    faults: { refundTimeouts: 0, importTimeoutAt: 0, ...faults },
  }
}

function orderAt(id: number): Order {
  return {
    id,
    created: `2026-0${1 + Math.floor(id / 30)}-${String((id % 28) + 1).padStart(2, '0')}`,
    customer: CUSTOMERS[(id * 5) % CUSTOMERS.length]!,
    // 173 is the largest, and on no first page.
    amount: id === 173 ? 9990 : 10 + ((id * 37) % 400),
    status: STATUSES[(id * 3) % STATUSES.length]!,
    refunds: [],
  }
}

/** One entry is an error, far from both ends. */
function entryAt(number: number): { at: string; level: string; text: string } {
  const at = new Date(Date.UTC(2026, 2, 1) + number * 60_000).toISOString().slice(0, 16)
  if (number === 2718) return { at, level: 'error', text: 'payment refused: card E42 is blocked' }
  return { at, level: 'info', text: `status polled, attempt ${number}` }
}

/** The file to import: 40 rows, three of which are no orders if `isDamaged`. */
export function importFile(isDamaged: boolean): string {
  const bad: Readonly<Record<number, string>> = { 12: 'free', 19: '-5', 33: '' }
  const rows = Array.from({ length: 40 }, (_, at) => {
    const amount = isDamaged ? bad[at + 1] : undefined
    return `new${at + 1},${amount ?? 20 + at}`
  })
  return ['customer,amount', ...rows, ''].join('\n')
}
