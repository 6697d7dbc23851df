import type { Parameter } from '../description/index.ts'
import { toOption } from './option-names.ts'

/** Longer texts name no option. */
const MOST = 1000

/** Reads how help and frameworks write an option: `-n, --name <value>`, `--color[=WHEN]`, `-u URL`. */
export function readOptionLine(
  text: string,
  summary?: string,
): readonly [name: string, option: Parameter] | undefined {
  const names: string[] = []
  let value: string | undefined
  let isOptional = false
  let isMany = false
  for (const part of text
    .slice(0, MOST)
    .match(/\[=[^\]]*\]|\[[^\]]*\](?:\.{3})?|<[^>]*>(?:\.{3})?|[^\s,|[]+/g) ?? []) {
    const [, name, inner] = /^(--?[\w?@#%+][\w.:+-]*)(?:=(.+))?$/.exec(part) ?? []
    if (name !== undefined) {
      names.push(name)
      if (inner === undefined) continue
    } else if (part.startsWith('-')) continue
    const shown = inner ?? part
    isMany ||= shown.endsWith('...')
    isOptional ||= shown.startsWith('[')
    value ??= shown.replaceAll(/[<>[\]=.]/g, '')
  }
  if (names.length === 0) return undefined
  const takes = value === undefined ? 'none' : isOptional ? 'perhaps' : 'value'
  return toOption(
    { names: [...new Set(names)], takes },
    {
      ...(summary !== undefined && summary.trim() !== '' && { summary: summary.trim() }),
      ...(value !== undefined && value !== '' && { value_name: value }),
      ...(isMany && { many: true }),
    },
  )
}
