import { isJsonObject, type Generation } from '../../contract/index.ts'
import type { Weigh } from '../detect/evidence.ts'
import { distinguishGenerations, isCarefulReading, signOf116 } from './generation-evidence.ts'

const MEMBERS = ['ok', 'data', 'error', 'warnings', 'meta']

/** Makes the function that weighs documents for a generation, by its members and errors. */
export function weighSpec(generation: Generation): Weigh {
  return ({ document, stream, exit, has }) => {
    const found = MEMBERS.filter((name) => has(name))
    if (stream === 'stderr' || !has('ok') || has('schema') || found.length < 4) return undefined
    const members = `${found.length} of the five keys of the spec: ${found.join(', ')}`
    const base = found.length === MEMBERS.length ? 0.9 : 0.5
    const { error } = document
    const newest = signOf116(document, exit)
    // Contract 1.16 demands the sign, so that nothing else speaks for it.
    if (generation === '1.16' && !newest) return undefined
    const older = isJsonObject(error) ? distinguishGenerations(error, exit) : undefined
    const told = newest ?? older
    if (!told) {
      return {
        score: base,
        reasons: [members, 'nothing tells the generations apart'],
        yields: !isCarefulReading(generation, error, exit),
      }
    }
    const [more, less] = told.isSure ? [0.1, 0.4] : [0.05, 0.05]
    return told.is === generation
      ? { score: base + more, reasons: [members, told.why] }
      : { score: base - less, reasons: [members] }
  }
}
