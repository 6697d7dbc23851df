import type { JsonValue } from './json-value.ts'
import type { SerialisationKind } from './rules.ts'
import type { SerialiseOptions } from './to-json-value.ts'

/** One decision about serialisation: an expression, and what has to become of it. */
export interface SerialisationCase {
  readonly about: string
  /** A JavaScript expression; the tests evaluate it. */
  readonly code: string
  readonly json: JsonValue
  /** Pointer and kind of every change that is reported. */
  readonly changes: readonly (readonly [pointer: string, kind: SerialisationKind])[]
  readonly options?: SerialiseOptions
}

const decide = (
  about: string,
  code: string,
  json: JsonValue,
  changes: SerialisationCase['changes'] = [],
  options?: SerialiseOptions,
): SerialisationCase => ({ about, code, json, changes, ...(options && { options }) })

/** Evaluates the expression of a case; every call makes a fresh value. */
export function valueOf(example: SerialisationCase): unknown {
  // The text is ours, and printing exactly what runs is the point.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  return (new Function(`return (${example.code})`) as () => unknown)()
}

const FFFD = '\uFFFD'

/** What becomes of values. */
export const SERIALISATION_CASES: readonly SerialisationCase[] = [
  decide('plain JSON', `{ a: [1, 'x', true, null], b: {} }`, { a: [1, 'x', true, null], b: {} }),
  decide('empty and null stay apart', `{ text: '', list: [], owner: null }`, {
    text: '',
    list: [],
    owner: null,
  }),
  decide('object without prototype', `Object.assign(Object.create(null), { a: 1 })`, { a: 1 }),
  decide(
    'key named `__proto__`',
    `JSON.parse('{"__proto__":{"a":1}}')`,
    JSON.parse('{"__proto__":{"a":1}}') as JsonValue,
  ),
  decide('key named `constructor`', `{ constructor: 1, toString: 2 }`, {
    constructor: 1,
    toString: 2,
  }),

  decide('undefined at the top', `undefined`, null, [['', 'undefined-null']]),
  decide('undefined member', `{ a: undefined, b: 1 }`, { b: 1 }, [['/a', 'undefined']]),
  decide('undefined in a list', `[undefined, 1]`, [null, 1], [['/0', 'undefined-null']]),
  decide('sparse array', `[1, , 3]`, [1, null, 3], [['', 'hole']]),
  decide('array that is too long', `new Array(4294967295)`, null, [['', 'too-large']]),

  decide('date', `new Date(Date.UTC(2026, 1, 9, 7, 5))`, '2026-02-09T07:05:00.000Z', [
    ['', 'date'],
  ]),
  decide('invalid date', `{ at: new Date(NaN) }`, { at: null }, [['/at', 'date-invalid']]),
  decide('big integer, safe', `10n`, 10, [['', 'bigint']]),
  decide('big integer, beyond 2^53 - 1', `2n ** 53n`, '9007199254740992', [['', 'bigint-text']]),
  decide(
    'not a number',
    `[NaN, Infinity, -Infinity]`,
    [null, null, null],
    [
      ['/0', 'not-finite'],
      ['/1', 'not-finite'],
      ['/2', 'not-finite'],
    ],
  ),
  decide('minus zero', `{ n: -0 }`, { n: 0 }, [['/n', 'negative-zero']]),
  decide(
    'boxed primitives',
    `[new Number(1), new String('a'), Object(2n)]`,
    [1, 'a', 2],
    [
      ['/0', 'boxed'],
      ['/1', 'boxed'],
      ['/2', 'boxed'],
      ['/2', 'bigint'],
    ],
  ),

  decide('function member', `{ run() {}, a: 1 }`, { a: 1 }, [['/run', 'function']]),
  decide('function in a list', `[() => 1]`, [null], [['/0', 'function']]),
  decide('symbol', `{ s: Symbol('s'), list: [Symbol('t')] }`, { list: [null] }, [
    ['/s', 'symbol'],
    ['/list/0', 'symbol'],
  ]),
  decide('promise that nobody awaited', `{ later: Promise.resolve(1) }`, { later: null }, [
    ['/later', 'unsupported'],
  ]),
  decide('iterator', `[1, 2].values()`, null, [['', 'unsupported']]),

  decide('map with text keys', `new Map([['a', 1], ['b', new Map()]])`, { a: 1, b: {} }, [
    ['', 'map'],
    ['/b', 'map'],
  ]),
  decide(
    'map with other keys',
    `new Map([[1, 'one'], ['2', 'two']])`,
    [
      [1, 'one'],
      ['2', 'two'],
    ],
    [['', 'map']],
  ),
  decide('set', `new Set([1, 'a'])`, [1, 'a'], [['', 'set']]),
  decide('regular expression', `/a+/gi`, '/a+/gi', [['', 'regexp']]),
  decide('instance of a class', `new (class Point { x = 1; #y = 2 })()`, { x: 1 }, [
    ['', 'instance'],
  ]),

  decide(
    'error',
    `Object.assign(new TypeError('no'), { code: 'E_NO', config: { token: 's' } })`,
    { name: 'TypeError', message: 'no', code: 'E_NO' },
    [['', 'error']],
  ),
  decide(
    'error with a cause',
    `new Error('out', { cause: new RangeError('in') })`,
    { name: 'Error', message: 'out', cause: { name: 'RangeError', message: 'in' } },
    [
      ['', 'error'],
      ['/cause', 'error'],
    ],
  ),
  decide(
    'several errors',
    `new AggregateError([new Error('a')], 'all')`,
    { name: 'AggregateError', message: 'all', errors: [{ name: 'Error', message: 'a' }] },
    [
      ['', 'error'],
      ['/errors/0', 'error'],
    ],
  ),

  decide(
    'bytes (REQ-F-017)',
    `{ png: new Uint8Array([137, 80, 78, 71]) }`,
    { png: { type: 'binary', encoding: 'base64', value: 'iVBORw==', size_bytes: 4 } },
    [['/png', 'binary']],
  ),
  decide(
    'no bytes at all',
    `new DataView(new ArrayBuffer(0))`,
    { type: 'binary', encoding: 'base64', value: '', size_bytes: 0 },
    [['', 'binary']],
  ),
  decide(
    'array of wider numbers',
    `new Float64Array([1.5, NaN])`,
    [1.5, null],
    [
      ['', 'number-array'],
      ['/1', 'not-finite'],
    ],
  ),

  decide('toJSON', `{ url: new URL('https://example.com/') }`, { url: 'https://example.com/' }, [
    ['/url', 'to-json'],
  ]),
  decide('toJSON speaks once', `{ toJSON: () => ({ toJSON: () => 1, a: 2 }) }`, { a: 2 }, [
    ['', 'to-json'],
    ['/toJSON', 'function'],
  ]),
  decide(
    'toJSON that throws',
    `{ a: { toJSON() { throw new Error('no') } }, b: 1 }`,
    { a: null, b: 1 },
    [['/a', 'to-json-threw']],
  ),
  decide('getter', `{ get a() { return 1 } }`, { a: 1 }),
  decide('getter that throws', `{ get a() { throw new Error('no') }, b: 1 }`, { a: null, b: 1 }, [
    ['/a', 'getter-threw'],
  ]),
  decide(
    'proxy that throws',
    `[new Proxy({}, { ownKeys() { throw new Error('no') } })]`,
    [null],
    [['/0', 'unreadable']],
  ),
  decide(
    'revoked proxy',
    `(({ proxy, revoke }) => (revoke(), { proxy }))(Proxy.revocable([], {}))`,
    { proxy: null },
    [['/proxy', 'unreadable']],
  ),
  decide(
    'faked tag',
    `{ a: new (class { get [Symbol.toStringTag]() { return 'Date' } })() }`,
    { a: {} },
    [['/a', 'instance']],
  ),

  decide('circle', `((node) => ((node.self = node), node))({ a: 1 })`, { a: 1, self: null }, [
    ['/self', 'circular'],
  ]),
  decide('same object twice', `((leaf) => [leaf, leaf])({ a: 1 })`, [{ a: 1 }, { a: 1 }]),
  decide('deeper than the limit', `[[[1]]]`, [[null]], [['/0/0', 'too-deep']], {
    maxDepth: 2,
    maxValues: 3,
  }),
  decide(
    'more values than the limit',
    `[[1], [2], [undefined]]`,
    [[1], null, null],
    [
      ['/1', 'too-large'],
      ['/2', 'too-large'],
    ],
    { maxValues: 5 },
  ),

  decide('NUL (REQ-F-016)', String.raw`{ a: 'x\0y' }`, { a: `x${FFFD}y` }, [['/a', 'nul']]),
  decide(
    'lone surrogate',
    String.raw`['\uD83D', '\uD83D\uDE00']`,
    [FFFD, '😀'],
    [['/0', 'lone-surrogate']],
  ),
  decide('cleaned key', String.raw`{ 'a\0': 1 }`, { [`a${FFFD}`]: 1 }, [[`/a${FFFD}`, 'nul']]),
  decide(
    'keys that cleaning makes equal',
    String.raw`{ 'a\0': 1, 'a\uFFFD': 2 }`,
    { [`a${FFFD}${FFFD}1`]: 1, [`a${FFFD}`]: 2 },
    [
      [`/a${FFFD}${FFFD}1`, 'nul'],
      [`/a${FFFD}${FFFD}1`, 'key-collision'],
    ],
  ),
  decide('colours', String.raw`'\u001B[31mred\r'`, '\u001B[31mred\r'),
]
