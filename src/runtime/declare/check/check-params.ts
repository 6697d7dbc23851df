import { defect } from '../../../contract/index.ts'
import { flagName, isReservedFlag } from '../framework-flags.ts'

/** Refuses an option whose flag belongs to the framework. */
export function refuseReserved(where: string, key: string): void {
  const name = flagName(key)
  if (!isReservedFlag(name)) return
  throw defect(
    'FLAG_RESERVED',
    `${where}: option --${name} is reserved by the framework; choose another name`,
  )
}
