export function activeResources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => name !== 'Immediate')
}

/** Tests whether nothing keeps the process alive but what did so before. */
export function isIdle(before: readonly string[]): boolean {
  const left = [...before]
  return activeResources().every((name) => {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
