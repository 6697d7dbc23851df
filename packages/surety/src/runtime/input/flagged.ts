import { traitsOf } from '../../dialects/wires.ts'
import type { Definition } from '../../schema/index.ts'
import type { Command } from '../declare/command.ts'
import { namesOf } from '../line/names.ts'
import { paramsOf, someDefinition, type Param } from '../line/params.ts'
import { readLine, type Line } from '../line/read.ts'
import { takeText, takeTokens } from '../line/texts.ts'
import { checkValues, nothingTaken, takeWords, type Checked, type Finding } from '../line/values.ts'
import { learnSecret, warnWithCode, type Run } from '../run/run-state.ts'

/** Reads a line with options, or values that have to be made of its texts, and finds all that is wrong. */
export async function readFlagged(
  run: Run,
  command: Command,
  argv: readonly string[],
): Promise<Checked> {
  const { cli, world, output } = run
  const names = namesOf(cli, command)
  const read = readLine(argv, names)
  const isClear = read.tokens.every(({ kind }) => kind !== 'unknown')
  const line = isClear ? read : (await import('./mistakes.ts')).withMeant(read, names)
  const variables = paramsOf('env', command.declaration.env)
  const taken = nothingTaken()
  takeWords(taken, takeTokens(taken, line, names.args), names.args, takeText)
  for (const param of variables) {
    const text = world.env[param.key]
    if (text !== undefined) takeText(taken, param, text)
  }
  const params = [...names.args, ...names.own, ...flagsIn(line), ...variables]
  const checking = params.some(isRelated)
    ? (await import('./related-options.ts')).checkRelated(run, names, params, taken)
    : checkValues(params, taken)
  const checked = checking instanceof Promise ? await checking : checking
  for (const secret of taken.secrets) learnSecret(run, secret)
  for (const param of params) if (taken.values.has(param)) warnOfDeprecated(run, param)
  const more: Finding[] = []
  if (params.some(isSuspect)) {
    const { screenInput } = await import('./agent-input.ts')
    more.push(...screenInput(params, checked, world.isStdinTty && output.format === 'human'))
  }
  if (traitsOf(output.dialect).refusesRepeats)
    more.push(...(await import('./repeated-options.ts')).conflictingRepeats(line, names.args))
  return { ...checked, line, findings: [...checked.findings, ...more] }
}

/** Tests for input in which a wrong value can hide: ids and paths. */
function isSuspect({ set, def }: Param): boolean {
  const isHiding = (part: Definition) => part.kind === 'string' && part.is !== undefined
  return (set === 'args' || set === 'options') && someDefinition(def, isHiding)
}

/** Lists the flags of the framework that a line gives. */
export function flagsIn({ tokens }: Line): readonly Param[] {
  const given = tokens.flatMap((token) => (token.kind === 'unknown' ? [] : [token.named.param]))
  return [...new Set(given)].filter(({ set }) => set === 'flags')
}

function isRelated({ set, def }: Param): boolean {
  return set !== 'env' && (def.env ?? def.requires ?? def.conflicts) !== undefined
}

function warnOfDeprecated(run: Run, { spelled, def: { deprecated } }: Param): void {
  if (deprecated === undefined) return
  const replacement = typeof deprecated === 'string' ? deprecated : null
  const reason = replacement === null ? '.' : `: ${replacement}`
  warnWithCode(run, 'DEPRECATED', `${spelled} is deprecated${reason}`, {
    param: spelled,
    replacement,
  })
}
