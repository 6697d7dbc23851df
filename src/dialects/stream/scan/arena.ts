import { JSON_SCAN_WASM } from './json-scan.wasm.ts'
import { PLAIN, SHORT_ESCAPE } from './plain-text.ts'
import { scanValue } from './scan-value.ts'

/** Which scanner an arena uses; `script` is the fallback without WebAssembly. */
export type ScannerKind = 'wasm' | 'script'

/** A block of memory for lines, with a scanner that works on it. */
export interface Arena {
  /** The whole block; lines live between `start` and `end`. Replaced by `grow`. */
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
  /** Returns the end of the JSON value at an index, or -1 if there is none. */
  readonly scan: (index: number) => number
  /** Moves many lines at once; undefined without WebAssembly. */
  readonly mover: Mover | undefined
  /** Makes room for `capacity` bytes of lines and keeps the content. */
  grow(capacity: number): void
}

/** The part of the WebAssembly module that moves payloads; see `json-scan.wat`. */
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

/** Makes an arena for `capacity` bytes of lines, or reuses a released one. */
export function createArena(capacity: number, scanner: ScannerKind = 'wasm'): Arena {
  const arena = scanner === 'wasm' && engine ? (spare ?? new WasmArena(engine)) : new ScriptArena()
  if (arena === spare) spare = undefined
  arena.grow(capacity)
  return arena
}

/**
 * Releases an arena for reuse. Each WebAssembly memory reserves gigabytes of addresses, so a program
 * with many short translations would spend its time collecting them.
 */
export function releaseArena(arena: Arena): void {
  if (arena instanceof WasmArena && arena.bytes.length <= LARGEST_SPARE) spare = arena
}

let spare: WasmArena | undefined
const LARGEST_SPARE = 4 * 1024 * 1024

/** The module's own memory and its output come before it. */
const WASM_START = 786_432
// These addresses are those of `json-scan.wat`.
const PLAIN_TABLE = 1024
const ESCAPE_TABLE = 1280
/** Where the module writes. */
export const OUTPUT = 266_240
/** How far a word-wise copy may write beyond the end. */
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

/** The parts of WebAssembly that are used; TypeScript's own types require the DOM library. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

// Not available under --jitless.
const engine = (globalThis as unknown as { readonly WebAssembly?: Engine }).WebAssembly
let compiled: object | undefined

// Compiled synchronously, because the module is only a few kilobytes.
function instantiate({ Module, Instance }: Engine): Exports {
  compiled ??= new Module(Buffer.from(JSON_SCAN_WASM, 'base64'))
  return new Instance(compiled).exports as Exports
}
