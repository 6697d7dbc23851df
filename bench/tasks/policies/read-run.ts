/** A line that an agent typed, and what came back. */
export interface Call {
  readonly command: string
  readonly output: string
  /** Whether the client marked the result as an error: the exit was not 0. */
  readonly failed: boolean
  /** Whether it was no line but the client's own tool, which opened an output that the client had saved. */
  readonly opensSaved?: boolean
}

interface Part {
  readonly type?: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly input?: {
    readonly command?: unknown
    readonly file_path?: unknown
    readonly path?: unknown
  }
  readonly content?: string | readonly { readonly text?: string }[]
}

/** Reads the commands of a run that is stored as stream-json, in the order of their results. */
export function readRun(text: string): readonly Call[] {
  const typed = new Map<string, string>()
  const opened = new Set<string>()
  const calls: Call[] = []
  for (const line of text.split('\n'))
    for (const part of partsOf(line)) {
      const { command, file_path: file = part.input?.path } = part.input ?? {}
      if (part.type === 'tool_use' && typeof file === 'string' && file.includes('/tool-results/'))
        opened.add(part.id!)
      if (part.type === 'tool_use' && typeof command === 'string') typed.set(part.id!, command)
      const made = typed.get(part.tool_use_id ?? '')
      if (part.type === 'tool_result' && opened.has(part.tool_use_id ?? ''))
        calls.push({ command: '', output: '', failed: false, opensSaved: true })
      if (part.type !== 'tool_result' || made === undefined) continue
      const { content = '' } = part
      const output =
        typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
      calls.push({ command: made, output, failed: part.is_error === true })
    }
  return calls
}

/** A few lines were edited after they were recorded, and are no JSON any more. */
function partsOf(line: string): readonly Part[] {
  try {
    const { message } = JSON.parse(line) as { message?: { content?: unknown } }
    return Array.isArray(message?.content) ? (message.content as readonly Part[]) : []
  } catch {
    return []
  }
}
