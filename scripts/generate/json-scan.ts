import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import createWabt from 'wabt'

const folder = 'src/dialects/stream/scan'
const source = fileURLToPath(new URL(`../../${folder}/json-scan.wat`, import.meta.url))

/** Assembles the scanner of NDJSON lines into a constant, so that no file is read at run time. */
export async function generate(): Promise<Readonly<Record<string, string>>> {
  const wabt = await createWabt()
  const module = wabt.parseWat('json-scan.wat', await readFile(source, 'utf8'))
  const { buffer } = module.toBinary({})
  module.destroy()
  const text = Buffer.from(buffer).toString('base64')
  return {
    [`${folder}/json-scan.wasm.ts`]: `/** The assembled \`json-scan.wat\`; generated, see \`scripts/generate/json-scan.ts\`. */
export const JSON_SCAN_WASM =
  '${text}'
`,
  }
}
