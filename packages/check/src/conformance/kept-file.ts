import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { parseJson, SuretyError } from 'surety/unstable/contract'
import { validateDocument, type Dialect } from 'surety/unstable/dialects'
import { gather, openTool, type CheckOptions } from './check-tool.ts'
import type { Probing } from './probing/probing.ts'
import { notStarted } from '@surety/internal/not-started.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

export type KeptOptions = Pick<
  CheckOptions,
  'dialect' | 'profile' | 'cwd' | 'env' | 'timeoutMs' | 'signal' | 'onRun'
>

/** Looks at a tool that must be there: nothing is recorded about one that cannot be started. */
export async function openKept(
  command: readonly string[],
  options: KeptOptions,
  kept: { readonly dialect: string | null } | undefined,
): Promise<Probing> {
  const dialect = options.dialect ?? kept?.dialect
  const chosen = { ...options, ...(dialect != null && { dialect }) }
  const tool = await openTool(await gather(command, chosen), chosen)
  const { startError } = (tool.runs[0] ?? (await tool.ask('--version'))).end
  if (startError === null) return tool
  const [target = ''] = tool.subject.command
  const message = notStarted(target, startError)
  throw new SuretyError('TOOL_NOT_FOUND', 'NOT_FOUND', message, { target, retryable: false })
}

export async function writeKept(path: string, content: string | object): Promise<void> {
  makeFolder(dirname(path))
  await writeFile(
    path,
    typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
  )
}

/** Reads a file that people commit, with the line breaks of any system; undefined if there is none. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads JSON of a known form. Throws a SuretyError that names the first problem and lists all. */
export function parseChecked<Read>(
  text: string,
  path: string,
  form: Pick<Dialect, 'schema' | 'rules'>,
  code: string,
): Read {
  const document = parseJson(text)
  const problems =
    document === undefined
      ? [{ pointer: '', message: 'it is not JSON' }]
      : validateDocument(form, document)
  const [first] = problems
  if (first === undefined) return document as Read
  const message = `${path}: ${`${first.pointer} ${first.message}`.trim()}.`
  throw new SuretyError(code, 'PRECONDITION', message, {
    target: path,
    retryable: false,
    details: { problems: problems.map((each) => ({ ...each })) },
  })
}
