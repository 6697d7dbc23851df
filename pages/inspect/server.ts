import type {
  CallRecord,
  LiveOutput,
  Row,
  SavedCalls,
  ShownStream,
  ToolView,
} from '../../packages/cli/src/cli/commands/inspect/views.ts'

/** Something that went wrong, in words for people. */
export class Trouble extends Error {
  readonly code: string
  readonly suggestion: string

  constructor(code: string, message: string, suggestion = '') {
    super(message)
    this.code = code
    this.suggestion = suggestion
  }
}

/** What the server tells: rows of the timeline. */
export interface News {
  readonly all?: true
  readonly rows: readonly Row[]
}

/** What the page can ask for. */
export type Deed = 'run' | 'replay' | 'stop'

/** Where the page gets everything from: the server, or the file that it is in. */
export interface Source {
  readonly saved: SavedCalls | null
  tool(): Promise<ToolView>
  record(call: string): Promise<CallRecord>
  part(call: string, stream: 'stdout' | 'stderr', from: number): Promise<ShownStream>
  /** All that is kept of a stream. */
  whole(call: string, stream: 'stdout' | 'stderr'): Promise<ShownStream>
  /** What a running call has printed so far; null if it has ended. */
  live(call: string): Promise<LiveOutput | null>
  post(what: Deed, body: object): Promise<{ readonly call?: string }>
  follow(onNews: (news: News) => void, onState: (isConnected: boolean) => void): () => void
}

/** Reads a saved page. */
export function fromFile(saved: SavedCalls): Source {
  const gone = (): never => {
    throw new Trouble('SAVED', 'This is a saved page.', 'Start surety inspect to make calls.')
  }
  return {
    saved,
    tool: async () => saved.tool,
    record: async (call) => {
      const found = saved.records.find((each) => each.call === call)
      if (found) return found
      throw new Trouble('NOT_SAVED', 'This call did not fit into the file.')
    },
    part: gone,
    whole: gone,
    live: gone,
    post: gone,
    follow: (onNews) => {
      onNews({ all: true, rows: saved.rows })
      return () => {}
    },
  }
}

/** Talks to the server that the page came from. */
export const fromServer: Source = {
  saved: null,
  tool: () => ask('tool'),
  record: (call) => ask(`calls/${call}`),
  part: (call, stream, from) => ask(`calls/${call}/${stream}?from=${from}`),
  whole: (call, stream) => ask(`calls/${call}/${stream}?whole`),
  live: (call) => ask(`calls/${call}/live`),
  post: (what, body) => ask(what, { method: 'POST', body: JSON.stringify(body) }),
  follow: (onNews, onState) => {
    const events = new EventSource('api/events')
    events.addEventListener('message', ({ data }) => onNews(JSON.parse(String(data)) as News))
    events.addEventListener('open', () => onState(true))
    events.addEventListener('error', () => onState(false))
    return () => events.close()
  },
}

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`api/${path}`, init).catch(() => {
    throw new Trouble(
      'AWAY',
      'The inspector does not answer; it has probably ended.',
      'Start it again.',
    )
  })
  const body = (await response.json().catch(() => ({}))) as {
    readonly error?: {
      readonly code: string
      readonly message: string
      readonly suggestion?: string
    }
  }
  if (response.ok) return body as Answer
  const {
    code = 'FAILED',
    message = `The inspector answered ${response.status}.`,
    suggestion,
  } = body.error ?? {}
  throw new Trouble(code, message, suggestion)
}
