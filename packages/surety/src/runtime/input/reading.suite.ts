import type { Shape } from '../declare/standard-schema.ts'
import { checkOrder, Names } from '../line/names.ts'
import { paramsOf, readyFor } from '../line/params.ts'
import { readLine } from '../line/read.ts'
import { takeText, takeTokens } from '../line/texts.ts'
import { checkValues, nothingTaken, takeWords, type Values } from '../line/values.ts'
import { problemsOf, withMeant } from './mistakes.ts'

/** Makes what reads lines of one shape, without a tool around it. */
export async function readerOf(shapes: {
  readonly args?: Shape
  readonly options?: Shape
  readonly globals?: Shape
}) {
  const { args, options, globals } = shapes
  await readyFor(args, options, globals)
  const own = [...paramsOf('options', options), ...paramsOf('globals', globals)]
  const names = new Names(paramsOf('args', args), own, () => [])
  checkOrder(names.args)
  const read = async (
    argv: readonly string[],
    supplied: Partial<Readonly<Record<string, Values>>> = {},
  ) => {
    const line = withMeant(readLine(argv, names), names)
    const taken = nothingTaken()
    takeWords(taken, takeTokens(taken, line, names.args), names.args, takeText)
    const others = names.params.flatMap((param) => {
      const given = supplied[param.set] ?? {}
      return Object.hasOwn(given, param.key) ? [[param, given[param.key]] as const] : []
    })
    const { findings, ...checked } = await checkValues(names.params, taken, new Map(others))
    const problems = problemsOf(findings, line, names)
    const missing = findings.flatMap((finding) =>
      finding.kind === 'missing' ? [finding.param.key] : [],
    )
    return {
      args: checked.args,
      options: checked.options,
      globals: checked.globals,
      problems,
      missing,
      secrets: taken.secrets,
    }
  }
  return { read, names }
}
