export function activeResources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => name !== 'Immediate')
}

/** Lists what keeps the process alive besides what did so before. */
export function activeSince(before: readonly string[]): readonly string[] {
  const known = [...before]
  return activeResources().filter((name) => {
    const at = known.indexOf(name)
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}
