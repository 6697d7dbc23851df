import { defect } from '../../../contract/index.ts'
import { flagName, isReservedFlag } from '../framework-flags.ts'

/**
 * Refuses an option whose flag belongs to the framework. `--mcp` belongs to it only as the first word of a call,
 * so that commands may have an option of that name, unless their options can be the first word.
 */
export function refuseReserved(where: string, key: string, mayComeFirst: boolean): void {
  const name = flagName(key)
  if (!isReservedFlag(name) || (!mayComeFirst && /^mcp(?:-|$)/.test(name))) return
  throw defect(
    'FLAG_RESERVED',
    `${where}: option --${name} is reserved by the framework; choose another name`,
  )
}
