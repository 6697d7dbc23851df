/** Converts an option's key to its flag: `dryRunFirst` becomes `dry-run-first`. */
export function flagName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
