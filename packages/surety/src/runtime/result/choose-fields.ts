import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { outputJsonSchema } from '../../schema/index.ts'
import type { ShapedData } from '../run/ending/run-end.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { warn, type Run } from '../run/run-state.ts'
import { nameShape } from './name-shape.ts'
import { parseFields, projectFields } from './paging/fields.ts'

/** Answers `--fields`: takes the named parts of the data. */
export function chooseFields(run: Run, text: string, data: JsonValue): ShapedData {
  const fields = parseFields(text)
  if (!fields.ok) throw inputFailure(run, [fields.problem])
  const { data: chosen, unmatched } = projectFields(data, fields.paths)
  // An empty list has no fields to compare with.
  const isEmpty = Array.isArray(data) && data.length === 0
  for (const path of isEmpty ? unknownIn(run, unmatched) : unmatched)
    warn(run, `--fields: there is no '${path}' in the data.`)
  nameShape(run, 'selection')
  return { data: chosen, isReshaped: true }
}

/** Finds the paths that the declared items cannot have. */
function unknownIn({ command }: Run, paths: readonly string[]): readonly string[] {
  const { output } = command?.declaration ?? {}
  const { items } = output ? outputJsonSchema(output) : {}
  const properties = isJsonObject(items) ? items['properties'] : undefined
  if (!isJsonObject(properties)) return []
  return paths.filter((path) => !Object.hasOwn(properties, path.split(/[.[]/)[0]!))
}
