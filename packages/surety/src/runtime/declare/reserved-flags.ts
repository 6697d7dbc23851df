import names from './reserved-flags.json' with { type: 'json' }

/** Tests for a name that no option of an author may have. Help asks this, and need not load the table of flags. */
export function isReservedFlag(name: string): boolean {
  return names.includes(name) || name.startsWith('mcp-')
}
