import type { ForeignOption } from '../model/foreign-program.ts'
import { flagFor } from './flag-for.ts'

/** Spells one mention of an option as its framework reads it; `--dry-run=false` exists only with us. */
export function restoreValue(
  option: ForeignOption,
  isNegated: boolean,
  flag: string,
  value: string | undefined,
): readonly string[] {
  const spelled = flagFor(option, flag)
  if (isNegated) return [`--no-${option.name}`]
  if (option.type === 'count') {
    if (value === undefined) return [spelled]
    return Array.from({ length: /^\d{1,2}$/.test(value) ? Number(value) : 1 }, () => spelled)
  }
  if (option.type === 'boolean') {
    if (value === 'false') return option.isNegatable ? [`--no-${option.name}`] : []
    return [spelled]
  }
  // A letter and its value are two words, because not every framework reads `-n=5`.
  return spelled.startsWith('--') ? [`${spelled}=${value}`] : [spelled, value ?? '']
}
