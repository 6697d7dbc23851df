import type { ForeignOption } from '../model/foreign-program.ts'

/** Returns the spelling that the framework reads: the caller's own, unless only ours has it. */
export function flagFor(
  { name, spelling, short, aliases = [] }: ForeignOption,
  flag: string,
): string {
  const isKnown =
    flag === spelling ||
    flag === `--${name}` ||
    flag === `-${short}` ||
    aliases.some((alias) => flag === `--${alias}` || flag === `-${alias}`)
  return isKnown ? flag : spelling
}
