import fc from 'fast-check'

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u001B[31mred\u001B[0m', 'a\rb', '\0', '\uD800', '\u009B1m', 'toJSON'),
)

const leaves: fc.Arbitrary<() => unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(texts, fc.double(), fc.integer(), fc.boolean()).map(always) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, 0, '', 'plain').map(always) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }).map(always),
      fc.constantFrom<() => unknown>(
        () => undefined,
        () => -0,
        () => Number.NaN,
        () => Symbol('s'),
        () => () => 1,
        () => new Error('no'),
        () => new Uint8Array([1, 2]),
        makeCircle,
      ),
    ),
  },
)

const keys = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'id', 'name', '1', '0', 'length') },
  { weight: 2, arbitrary: texts },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'toJSON', 'constructor', 'hasOwnProperty') },
)

/** How a member stands in its object. */
const styles = fc.oneof(
  { weight: 12, arbitrary: fc.constant('value' as const) },
  { weight: 2, arbitrary: fc.constant('getter' as const) },
  { weight: 1, arbitrary: fc.constantFrom('throws', 'hidden', 'method') },
)

const prototypes = fc.oneof(
  { weight: 12, arbitrary: fc.constant(Object.prototype) },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom<object>({ inherited: 1 }, { toJSON: () => 'spoken' }) },
)

/**
 * Generates makers of values, from plain JSON to objects that misbehave. A maker gives a fresh value
 * at each call, so that two functions can be given the same one without sharing its state.
 */
export const hostileValues: fc.Arbitrary<() => unknown> = fc.letrec<{ value: () => unknown }>(
  (tie) => ({
    value: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, leaves, nested(tie('value'))),
  }),
).value

function nested(value: fc.Arbitrary<() => unknown>): fc.Arbitrary<() => unknown> {
  const members = fc.array(fc.tuple(keys, styles, value), { maxLength: 5 })
  const objects = fc.tuple(prototypes, members).map(
    ([prototype, parts]) =>
      () =>
        makeObject(prototype, parts),
  )
  const arrays = fc.tuple(fc.array(value, { maxLength: 5 }), fc.nat(40)).map(
    ([items, oddity]) =>
      () =>
        makeArray(items, oddity),
  )
  return fc.oneof(objects, arrays)
}

type Member = readonly [string, 'value' | 'getter' | 'throws' | 'hidden' | 'method', () => unknown]

function makeObject(prototype: object | null, members: readonly Member[]): object {
  const object: object = Object.create(prototype) as object
  for (const [key, style, make] of members) {
    Object.defineProperty(object, key, descriptorOf(style, make))
  }
  return object
}

function descriptorOf(style: Member[1], make: () => unknown): PropertyDescriptor {
  const shared = { configurable: true, enumerable: style !== 'hidden' }
  switch (style) {
    case 'getter':
      return { ...shared, get: make }
    case 'throws':
      return {
        ...shared,
        get: () => {
          throw new Error('no')
        },
      }
    case 'method':
      return { ...shared, value: make }
    default:
      return { ...shared, value: make() }
  }
}

/** Makes an array; a few have a hole, a toJSON or a prototype of their own. */
function makeArray(items: readonly (() => unknown)[], oddity: number): unknown[] {
  const array = items.map((make) => make())
  if (oddity === 0) array.length += 1
  if (oddity === 1) Object.assign(array, { toJSON: () => 'spoken' })
  if (oddity === 2) Object.setPrototypeOf(array, class extends Array {}.prototype)
  if (oddity === 3) Object.assign(array, { extra: 1 })
  return array
}

function makeCircle(): object {
  const circle: Record<string, unknown> = { a: 1 }
  circle['self'] = [circle]
  return circle
}

function always(value: unknown): () => unknown {
  return () => value
}
