/** A call as data: the key of its command, flags of the framework, and its input by name. */
interface CallAsData {
  readonly _cmd: string
  readonly _opts?: Readonly<Record<string, unknown>>
  readonly [name: string]: unknown
}

/** Spells a call as the words of a command line. */
export function wordsOf({ _cmd: key, _opts: flags = {}, ...input }: CallAsData): string[] {
  const words = Object.entries({ ...flags, ...input }).flatMap(([name, value]) => {
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')}`
    if (Object.hasOwn(flags, name) && value === true) return [option]
    const isList = Array.isArray(value) && !value.some((item) => typeof item === 'object')
    return (isList ? value : [value]).map(
      (item) => `${option}=${typeof item === 'string' ? item : JSON.stringify(item)}`,
    )
  })
  return [...key.split('.'), ...words]
}
