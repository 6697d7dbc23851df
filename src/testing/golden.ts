import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { JsonValue } from '../contract/index.ts'
import type { RunCliResult } from './run-cli.ts'

/** How a result is compared with its golden file. */
export interface GoldenOptions {
  /** Names of members that differ from run to run; their values become `<name>`. */
  readonly volatile?: readonly string[]
  /** Writes the file instead of comparing; default when SURETY_UPDATE_GOLDEN is 1. */
  readonly update?: boolean
}

const VOLATILE = ['duration_ms', 'timestamp', 'request_id']

/**
 * Compares a run with a golden file, and throws if they differ. With `SURETY_UPDATE_GOLDEN=1` the file is
 * written instead, so that the change shows up in review.
 *
 * @example
 * ```ts
 * import { matchGolden, runCli } from 'surety/testing'
 * import { cli } from './cli.js'
 *
 * matchGolden(await runCli(cli, ['ls']), 'fixtures/ls.json')
 * ```
 */
export function matchGolden(result: RunCliResult, file: string, options: GoldenOptions = {}): void {
  const volatile = new Set([...VOLATILE, ...(options.volatile ?? [])])
  const text = `${JSON.stringify(toGolden(result, volatile), null, 2)}\n`
  if (options.update ?? process.env['SURETY_UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return
  }
  const expected = readGolden(file)
  if (expected === text) return
  throw new Error(
    `${file} differs from the run; set SURETY_UPDATE_GOLDEN=1 to accept it.\n${firstDifference(expected, text)}`,
  )
}

function toGolden(result: RunCliResult, volatile: ReadonlySet<string>): JsonValue {
  const { document, stdout, stderr, exit } = result
  return {
    exit,
    ...(document === undefined ? { stdout } : { document: masked(document, volatile) }),
    ...(stderr !== '' && document === undefined && { stderr }),
  }
}

function masked(value: JsonValue, volatile: ReadonlySet<string>): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => masked(item, volatile))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      volatile.has(key) ? `<${key}>` : masked(item, volatile),
    ]),
  )
}

function readGolden(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`${file} does not exist; set SURETY_UPDATE_GOLDEN=1 to write it.`, {
      cause: error,
    })
  }
}

function firstDifference(expected: string, actual: string): string {
  const left = expected.split('\n')
  const right = actual.split('\n')
  const at = left.findIndex((line, index) => line !== right[index])
  const line = at < 0 ? left.length : at
  return `line ${line + 1}\n- ${left[line] ?? '(nothing)'}\n+ ${right[line] ?? '(nothing)'}`
}
