import { readFile } from 'node:fs/promises'

import { parseJson, SuretyError } from '../contract/index.ts'
import { validateDocument, type Dialect } from '../dialects/index.ts'

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
