/** A command that settings have for an event. */
export interface HookEntry {
  readonly command: string
  /** What goes out of the settings with it. */
  readonly path: readonly (string | number)[]
}

/** Lists the commands that settings have for an event, of whoever. */
export function hookEntries(settings: unknown, event: readonly string[]): readonly HookEntry[] {
  const list = event.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null)?.[key],
    settings,
  )
  if (!Array.isArray(list)) return []
  return (list as unknown[]).flatMap((entry, index) => {
    const inner = (entry as { hooks?: unknown } | null)?.hooks
    const path = [...event, index]
    if (!Array.isArray(inner)) return commandIn(entry, path)
    // With its last hook an entry goes as a whole.
    return inner.flatMap((hook, at) =>
      commandIn(hook, inner.length === 1 ? path : [...path, 'hooks', at]),
    )
  })
}

function commandIn(hook: unknown, path: HookEntry['path']): readonly HookEntry[] {
  const { command, bash } = (hook ?? {}) as Readonly<Record<string, unknown>>
  const line = command ?? bash
  return typeof line === 'string' ? [{ command: line, path }] : []
}
