import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import {
  isJsonObject,
  listOf,
  parseJson,
  SuretyError,
  type JsonObject,
} from 'surety/unstable/contract'
import { writeFileAtomically } from '@surety/internal/atomic-file.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'
import { sha256 } from '@surety/internal/sha256.ts'
import type { NamedCall } from './views.ts'

const MAX_NAMED = 100
const MAX_LENGTH = 8192

/** The calls of one tool that somebody gave a name, in a file of the folder; without a folder they end with the page. */
export class NamedCalls {
  readonly #file: string | null
  readonly #folder: string
  #calls: readonly NamedCall[] = []

  constructor(folder: string | null, tool: string) {
    this.#folder = folder ?? ''
    this.#file = folder && join(folder, `named-${sha256(tool).slice(0, 16)}.json`)
  }

  get calls(): readonly NamedCall[] {
    return this.#calls
  }

  /** Reads the file; one that is missing or damaged has no calls. */
  async load(): Promise<void> {
    const text = this.#file === null ? '' : await readFile(this.#file, 'utf8').catch(() => '')
    this.#calls = listOf(text === '' ? [] : parseJson(text)).flatMap((each) => toNamed(each) ?? [])
  }

  /** Keeps a call under its name, which it takes from an older one. */
  async put(given: JsonObject): Promise<void> {
    const call = toNamed(given)
    if (call === undefined)
      throw new SuretyError('INVALID_VALUE', 'ARG_ERROR', 'The call has no name or is too long.')
    const others = this.#calls.filter(({ name }) => name !== call.name)
    await this.#write([...others, call].slice(-MAX_NAMED))
  }

  async remove({ name: gone }: JsonObject): Promise<void> {
    await this.#write(this.#calls.filter(({ name }) => name !== gone))
  }

  async #write(calls: readonly NamedCall[]): Promise<void> {
    this.#calls = calls
    if (this.#file === null) return
    makeFolder(this.#folder, 0o700)
    await writeFileAtomically(this.#file, JSON.stringify(calls))
  }
}

function toNamed(value: unknown): NamedCall | undefined {
  if (!isJsonObject(value)) return undefined
  const { name, c, v } = value
  if (typeof name !== 'string' || typeof c !== 'string' || typeof v !== 'string') return undefined
  const isSound = name.trim() !== '' && (name + c + v).length <= MAX_LENGTH
  return isSound ? { name: name.trim(), c, v } : undefined
}
