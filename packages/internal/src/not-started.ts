/** Says why a program cannot be started, by the name of the system error. */
export function notStarted(program: string, reason: string): string {
  return reason === 'ENOENT'
    ? `There is no program '${program}'.`
    : `'${program}' cannot be started (${reason}).`
}
