import { JSON_SCAN_WASM } from './json-scan.wasm.ts'
import { scanValue } from './scan-value.ts'

/** A block of memory for lines, with a scanner that works on it. */
export interface Arena {
  /** The whole block; lines live between `start` and `end`. */
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
  /** Finds the end of the JSON value at an index, or -1 when it is none. */
  readonly scan: (index: number) => number
}

/** Makes an arena for `capacity` bytes of lines; plain script where WebAssembly is not to be had. */
export function createArena(capacity: number, scanner: 'wasm' | 'script' = 'wasm'): Arena {
  const start = OWED_BRACKETS
  const end = start + capacity
  if (scanner === 'script' || engine === undefined) {
    const bytes = Buffer.alloc(end + PADDING)
    return { bytes, start, end, scan: (index) => scanValue(bytes, index) }
  }
  const { memory, value } = instantiate(engine)
  memory.grow(Math.ceil((end + PADDING) / PAGE))
  return { bytes: Buffer.from(memory.buffer), start, end, scan: value }
}

const OWED_BRACKETS = 1024
const PADDING = 64
const PAGE = 65_536

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }
  readonly value: (index: number) => number
}

/** The little of WebAssembly that is used; the compiler's own types come with those of a browser. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

// A process under --jitless has none.
const engine = (globalThis as unknown as { readonly WebAssembly?: Engine }).WebAssembly
let compiled: object | undefined

// Synchronous on purpose: the module has about a thousand bytes.
function instantiate({ Module, Instance }: Engine): Exports {
  compiled ??= new Module(Buffer.from(JSON_SCAN_WASM, 'base64'))
  return new Instance(compiled).exports as Exports
}
