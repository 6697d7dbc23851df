import type { Dialect } from '../../dialect.ts'
import { effectOf, NAME_EFFECT, readIn, writtenIn } from '../../places.ts'
import type { Plan } from '../plan.ts'

/** Returns where the documents of a described dialect hold the payload, if that is at the top level. */
export function placesOf(plan: Plan): Pick<Dialect, 'readPlaces' | 'writtenPlaces'> {
  const deciding = decidingNames(plan)
  const holders = [...plan.placeNames]
  const [member] = plan.data
  if (member !== undefined && plan.data.length === 1) {
    return {
      readPlaces: readIn(member, deciding, { holders }),
      writtenPlaces: writtenIn(member, { holders }),
    }
  }
  if (!plan.isFlat) return {}
  const names = new Map(effectOf([...plan.own], NAME_EFFECT.envelope))
  const is = names.size > 0 ? 'beside' : 'all'
  return { readPlaces: { is, member: '', names, deciding, holders } }
}

/** Lists the members whose values, not only their presence, affect how a document is read. */
function decidingNames({ ok, constants, error, metaMembers }: Plan): readonly string[] {
  const codes = error?.texts.filter(([key]) => key === 'code' || key === 'phase') ?? []
  const places = [
    ok?.parts,
    ...constants.map(([parts]) => parts),
    ...metaMembers.map(([, parts]) => parts),
    ...codes.map(([, parts]) => parts),
    error?.retryable,
    error?.wait?.parts,
  ]
  return places.flatMap((parts) => parts?.at(-1) ?? [])
}
