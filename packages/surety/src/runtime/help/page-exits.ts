import { traitsOf, wordFor } from '../../dialects/wires.ts'
import { resolveErrors, type ErrorTable, type ExitEntry } from '../declare/exits/exit-table.ts'
import type { Run } from '../run/run-state.ts'
import {
  dialectCodes,
  dialectExits,
  exitRows,
  type ExitNumbers,
  type ExitRow,
} from './manifest/exit-entries.ts'
import { errorModels, inWords } from './model.ts'
import type { PageExit } from './page.ts'

/** Lists exits of a command, or without its errors those of every command, with their numbers and codes in the current dialect and format. */
export async function pageExits(
  run: Run,
  exits: readonly ExitEntry[],
  ownErrors: ErrorTable | null,
  isBuiltin: boolean,
): Promise<readonly PageExit[]> {
  const { cli, output } = run
  const numbers = await dialectExits(cli, output.dialect)
  const table = ownErrors && { ...resolveErrors(cli.declaration.errors), ...ownErrors }
  const declared = errorModels(table ?? {}).map(({ code, exit }) => {
    const own = isBuiltin ? wordFor(numbers.words, code, exit) : undefined
    return { code: own ?? code, exit }
  })
  const isText = output.format === 'human' || output.format === 'plain'
  const inputExit = isText ? cli.declaration.output?.inputErrorExit : undefined
  const numberOf: ExitNumbers = (exit, code) =>
    (exit.name === 'ARG_ERROR' ? inputExit : undefined) ?? numbers(exit, code)
  const rows = exitRows(
    { exits: exits.map(inWords), errors: declared },
    Object.assign(numberOf, { words: numbers.words }),
  )
  const own = new Set(declared.map(({ code }) => code))
  const words = await exitWords(run, new Set([...own, ...Object.values(numbers.words ?? {})]))
  // What the framework adds to an exit of the command is on the page about global options.
  const hasOwn = new Set(declared.map(({ exit }) => exit))
  return rows.flatMap((row) => {
    const codes = row.codes.filter((code) => own.has(code) || !hasOwn.has(row.exit.name))
    if (codes.length === 0) return []
    const description = row.exit.description.replace(/\.$/, '')
    return [{ number: row.number, ...words({ ...row, codes }), description }]
  })
}

/** Finds what callers see of an exit besides its number: its name in the spec, elsewhere words of the dialect. */
async function exitWords(
  { cli, output: { dialect } }: Run,
  own: ReadonlySet<string>,
): Promise<(row: ExitRow) => Pick<PageExit, 'name' | 'codes'>> {
  if (traitsOf(dialect).generation !== undefined) return ({ exit: { name } }) => ({ name })
  const written = await dialectCodes(cli, dialect)
  return ({ exit, codes }) => {
    const words = codes.map((code) => {
      const word = exit.name === 'SUCCESS' ? null : written(exit, code)
      return word === code && !own.has(code) ? null : word
    })
    const seen = [...new Set(words)].filter((word) => word !== null)
    return seen.length > 0 ? { codes: seen } : {}
  }
}
