import type { CliModel } from '../manifest/model.ts'
import { llmsText } from './llms-index.ts'

/** Replaces the section of a tool in a text such as AGENTS.md, or adds it at the end. */
export function withSection(text: string, model: CliModel): string {
  const [begin, end] = [`<!-- ${model.name}:begin -->`, `<!-- ${model.name}:end -->`]
  const index = llmsText({ model, path: [] }).trimEnd().replace(/^# /, '## ')
  const section = `${begin}\n${index}\n${end}`
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from >= 0 && to >= 0) return text.slice(0, from) + section + text.slice(to + end.length)
  const gap = text === '' ? '' : `${text.trimEnd()}\n\n`
  return `${gap}${section}\n`
}
