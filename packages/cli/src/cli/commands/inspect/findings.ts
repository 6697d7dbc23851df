import { readFile } from 'node:fs/promises'

import type { Report } from '@surety/check/unstable/conformance'
import { isJsonObject, parseJson, suretyError } from 'surety/unstable/contract'
import { commandIn, startsWith } from './inspected-tool.ts'
import type { ShownCommand, ShownFinding } from './views.ts'

/** Reads a saved report: the answer of `surety check`, or the page of its `--report html`. */
export async function readReport(path: string): Promise<Report> {
  const facts = { phase: 'validation', target: path, retryable: false } as const
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw suretyError('FILE_NOT_FOUND', `There is no report ${path}.`, { ...facts, cause })
  })
  const [, inPage] = /<script type="application\/json" id="report">([^<]*)</.exec(text) ?? []
  const value = parseJson(inPage ?? text)
  const report = isJsonObject(value) && isJsonObject(value['data']) ? value['data'] : value
  if (isJsonObject(report) && Array.isArray(report['findings']) && Array.isArray(report['runs']))
    return report as unknown as Report
  throw suretyError('CONFIG_UNREADABLE', `${path} is no report of surety check.`, {
    ...facts,
    suggestion: `Write one: surety check --fail-on never -- <tool> > ${path}`,
  })
}

/** Puts the findings of a report beside the commands whose runs show them. */
export function toFindings(
  { findings, runs, tool }: Report,
  commands: readonly ShownCommand[],
): readonly ShownFinding[] {
  const named = new Map<string, string | undefined>()
  for (const { id, argv } of runs) {
    const words = startsWith(argv, tool.command) ? argv.slice(tool.command.length) : argv.slice(1)
    named.set(id, commandIn(words, commands)?.name)
  }
  return findings.flatMap((finding) => {
    const { check, title, status, level, summary, why, fix, evidence } = finding
    if (status === 'kept') return []
    const concerned = new Set(evidence.flatMap(({ run }) => named.get(run) ?? []))
    return [{ check, title, status, level, summary, why, fix, commands: [...concerned] }]
  })
}
