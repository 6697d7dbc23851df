import type { Parameter } from 'surety/unstable/description'
import { PLACEHOLDER, placeholdersOf, type WrappedCommand } from './wrap-description.ts'

/** The values of a call by the names of the description; absent ones are undefined. */
export type CallValues = Readonly<Record<string, unknown>>

/** Words after which programs take nothing as an option. */
const ENDS_OPTIONS = new Set(['--', '--end-of-options'])

/** Builds the words of a call; lists the values that the program could take as flags, because of their dash. */
export function callWords(command: WrappedCommand, values: CallValues) {
  const { args = {}, options = {}, call } = command
  const words: string[] = []
  const dashes: { readonly name: string; readonly value: string }[] = []
  let areOptionsOver = false
  const parameters = { ...args, ...options }
  const put = (name: string): void => {
    const parameter = parameters[name]!
    if (parameter.env !== undefined) return
    for (const value of valuesOf(values[name])) {
      let before = ''
      for (const template of templatesOf(name, parameter, name in options)) {
        const word = template.replaceAll('{}', () => value)
        // The value of a flag that takes one: `-H {}`.
        const isOwnWord = template.startsWith('{}') && !before.startsWith('-')
        if (isOwnWord && word.startsWith('-') && !areOptionsOver && !parameter.dash)
          dashes.push({ name, value })
        words.push(word)
        before = template
      }
    }
  }
  const named = new Set(call.flatMap(placeholdersOf))
  const rest = Object.keys(options).filter((name) => !named.has(name))
  const isPlaced = named.has('options')
  const putRest = (): void => rest.forEach(put)
  const lastFixed = call.findLastIndex((word) => placeholdersOf(word).length === 0)
  if (lastFixed < 0 && !isPlaced) putRest()
  for (const [index, word] of call.entries()) {
    const [name] = placeholdersOf(word)
    if (word === '{options}') putRest()
    else if (word === `{${name}}`) put(name!)
    else if (name === undefined) {
      // Options are of no use behind the word that ends them.
      if (!isPlaced && index === lastFixed && ENDS_OPTIONS.has(word)) putRest()
      words.push(word)
      if (!isPlaced && index === lastFixed && !ENDS_OPTIONS.has(word)) putRest()
      areOptionsOver ||= ENDS_OPTIONS.has(word)
    } else if (placeholdersOf(word).every((each) => values[each] !== undefined)) {
      const filled = word.replaceAll(PLACEHOLDER, (_all, each: string) => String(values[each]))
      if (filled.startsWith('-') && !word.startsWith('-') && !areOptionsOver)
        dashes.push({ name, value: String(values[name]) })
      words.push(filled)
    }
  }
  for (const name of Object.keys(args)) if (!named.has(name)) put(name)
  return { words, env: variablesOf(parameters, values), dashes }
}

function variablesOf(parameters: Readonly<Record<string, Parameter>>, values: CallValues) {
  const entries = Object.entries(parameters).flatMap(([name, { env }]) => {
    const [value] = valuesOf(values[name])
    return env === undefined || value === undefined ? [] : [[env, value] as const]
  })
  return Object.fromEntries(entries)
}

/** Returns each value as text; a switch that is off has none. */
function valuesOf(value: unknown): readonly string[] {
  if (value == null || value === false) return []
  return (Array.isArray(value) ? value : [value]).map(String)
}

function templatesOf(name: string, parameter: Parameter, isOption: boolean): readonly string[] {
  if (parameter.words) return parameter.words
  if (!isOption) return ['{}']
  return [parameter.type === 'boolean' ? `--${name}` : `--${name}={}`]
}
