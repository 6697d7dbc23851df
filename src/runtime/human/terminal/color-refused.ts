/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Tests for variables that turn colour off for the whole process (REQ-F-008). */
export function isColorRefused(env: Variables): boolean {
  const isPresent = (name: string) => env[name] !== undefined
  if (['NO_COLOR', 'CI', 'GITHUB_ACTIONS', 'JENKINS_URL'].some(isPresent)) return true
  return env['TERM'] === 'dumb' || env['CLICOLOR'] === '0' || isOff(env['FORCE_COLOR'])
}

/** Tests for a value that turns a setting off. */
export function isOff(value: string | undefined): boolean {
  return value === '0' || value === 'false'
}
