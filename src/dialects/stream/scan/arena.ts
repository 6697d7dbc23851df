import { JSON_SCAN_WASM } from './json-scan.wasm.ts'
import { PLAIN, SHORT_ESCAPE } from './plain-text.ts'
import { scanValue } from './scan-value.ts'

/** Which scanner an arena uses; `script` is also taken where WebAssembly is not to be had. */
export type ScannerKind = 'wasm' | 'script'

/** A block of memory for lines, with a scanner that works on it. */
export interface Arena {
  /** The whole block; lines live between `start` and `end`. Replaced by `grow`. */
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
  /** Finds the end of the JSON value at an index, or -1 when it is none. */
  readonly scan: (index: number) => number
  /** Moves many lines at once; undefined where WebAssembly is not to be had. */
  readonly mover: Mover | undefined
  /** Makes room for `capacity` bytes of lines; what is there stays. */
  grow(capacity: number): void
}

/** The part of the module in WebAssembly that moves payloads; `json-scan.wat` says what each does. */
export interface Mover {
  readonly lines: (from: number, to: number) => number
  readonly payload: (index: number) => number
  readonly members: (index: number) => number
  readonly compact: (index: number) => number
  readonly clash: { readonly value: number }
  readonly out: { value: number }
  readonly room: { value: number }
  readonly count: { value: number }
}

/** Makes an arena for `capacity` bytes of lines, or takes one that was given back. */
export function createArena(capacity: number, scanner: ScannerKind = 'wasm'): Arena {
  const arena = scanner === 'wasm' && engine ? (spare ?? new WasmArena(engine)) : new ScriptArena()
  if (arena === spare) spare = undefined
  arena.grow(capacity)
  return arena
}

/**
 * Gives an arena back. The platform reserves gigabytes of addresses for each WebAssembly memory, so
 * a program with many short translations in a row would spend its time collecting them.
 */
export function releaseArena(arena: Arena): void {
  if (arena instanceof WasmArena && arena.bytes.length <= LARGEST_SPARE) spare = arena
}

let spare: WasmArena | undefined
const LARGEST_SPARE = 4 * 1024 * 1024

/** Below it are the module's own memory and its output. */
const WASM_START = 786_432
// These addresses are those of `json-scan.wat`.
const PLAIN_TABLE = 1024
const ESCAPE_TABLE = 1280
/** Where the module writes. */
export const OUTPUT = 266_240
/** What a copy a word at a time may write too much. */
const SLACK = 64
const PADDING = 64
const PAGE = 65_536

class ScriptArena implements Arena {
  bytes = Buffer.alloc(0)
  readonly start = 0
  end = 0
  readonly mover = undefined
  readonly scan = (index: number): number => scanValue(this.bytes, index)

  grow(capacity: number): void {
    const larger = Buffer.alloc(this.start + capacity + PADDING)
    this.bytes.copy(larger)
    this.bytes = larger
    this.end = this.start + capacity
  }
}

class WasmArena implements Arena {
  bytes: Buffer
  readonly start = WASM_START
  end = WASM_START
  readonly scan: (index: number) => number
  readonly mover: Mover
  readonly #memory: Exports['memory']

  constructor(wasm: Engine) {
    const { memory, value, ...mover } = instantiate(wasm)
    this.#memory = memory
    this.scan = value
    this.mover = mover
    this.bytes = Buffer.from(memory.buffer)
    mover.room.value = WASM_START - SLACK
    this.bytes.set(PLAIN, PLAIN_TABLE)
    this.bytes.set(SHORT_ESCAPE, ESCAPE_TABLE)
  }

  grow(capacity: number): void {
    const wanted = this.start + capacity + PADDING
    this.#memory.grow(Math.max(0, Math.ceil((wanted - this.bytes.length) / PAGE)))
    this.bytes = Buffer.from(this.#memory.buffer)
    this.end = this.start + capacity
  }
}

interface Exports extends Mover {
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

// Synchronous on purpose: the module has a few thousand bytes.
function instantiate({ Module, Instance }: Engine): Exports {
  compiled ??= new Module(Buffer.from(JSON_SCAN_WASM, 'base64'))
  return new Instance(compiled).exports as Exports
}
