import type { StandardSchema } from '../../../schema/index.ts'
import type { Flaws } from './flaws.ts'

/** What is wrong with a value: its place, and what should stand there. */
interface Misfit {
  readonly at: string
  readonly wanted: string
  readonly value: unknown
}

/** Tells what is wrong with the value of a member, for authors without types; undefined if nothing is. */
export type Form = (value: unknown, at: string) => Misfit | undefined

function form(wanted: string, fits: (value: unknown) => boolean): Form {
  return (value, at) => (fits(value) ? undefined : { at, wanted, value })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const anything: Form = () => undefined
export const text = form('a text', (value) => typeof value === 'string')
export const toggle = form('true or false', (value) => typeof value === 'boolean')
export const handler = form('a function', (value) => typeof value === 'function')
export const object = form('an object', isObject)
export const count = form(
  'a whole number from 0',
  (value) => Number.isInteger(value) && Number(value) >= 0,
)
export const limit = form(
  'a number of milliseconds, or 0 for no limit',
  (value) => Number.isFinite(value) && (value as number) >= 0,
)
export const schema = form(
  'a schema, such as s.object({ ... })',
  (value) =>
    typeof (value as Partial<StandardSchema> | null)?.['~standard']?.validate === 'function',
)

export function choice(...values: readonly (string | boolean)[]): Form {
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const last = words.pop()
  const wanted = words.length > 0 ? `${words.join(', ')} or ${last}` : String(last)
  return form(wanted, (value) => values.includes(value as string))
}

export function listOf(item: Form, wanted = 'a list'): Form {
  return (value, at) =>
    Array.isArray(value)
      ? first(value.map((each: unknown, index) => item(each, `${at}[${index}]`)))
      : { at, wanted, value }
}

export const texts = listOf(text, 'a list of texts')

/** An object with these members, of which some must be there; what else it has is not looked at. */
export function fields(
  members: Readonly<Record<string, Form>>,
  ...required: readonly string[]
): Form {
  return (value, at) =>
    isObject(value)
      ? first(
          Object.entries(members).map(([name, each]) =>
            value[name] === undefined && !required.includes(name)
              ? undefined
              : each(value[name], `${at}.${name}`),
          ),
        )
      : { at, wanted: 'an object', value }
}

export function recordOf(member: Form): Form {
  return (value, at) =>
    isObject(value)
      ? first(Object.entries(value).map(([name, each]) => member(each, `${at}.${name}`)))
      : { at, wanted: 'an object', value }
}

/** One of several forms; of an object or a list, only the form that takes such values explains. */
export function either(...forms: readonly Form[]): Form {
  return (value, at) => {
    const flaws = forms.map((each) => each(value, at))
    if (flaws.includes(undefined)) return undefined
    const deep = flaws.find((flaw) => flaw!.at !== at)
    return deep ?? { at, wanted: flaws.map((flaw) => flaw!.wanted).join(' or '), value }
  }
}

function first(flaws: readonly (Misfit | undefined)[]): Misfit | undefined {
  return flaws.find((flaw) => flaw !== undefined)
}

/** Words what is wrong with the value of a member. */
export function* formFlaw(member: string, value: unknown, wanted: Form): Flaws {
  const misfit = wanted(value, member)
  if (!misfit) return
  const { at, wanted: right, value: found } = misfit
  yield `MEMBER_INVALID: ${at} must be ${right}, not ${shown(found)}`
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 50)}'`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}
