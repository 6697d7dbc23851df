import type { JsonObject, JsonValue } from '../../contract/index.ts'
import type { HelpArgument, HelpModel, HelpOption } from '../human/help-model.ts'
import { usageOf } from '../human/help.ts'

/** Turns a help page into data, for callers that ask for a format. */
export function helpData(model: HelpModel): JsonObject {
  const { name, path, summary, danger, deprecated, footer } = model
  const lists = {
    arguments: model.arguments?.map(ofParameter),
    options: model.options?.map(ofParameter),
    global_options: model.globalOptions?.map(ofParameter),
    commands: model.commands?.map((command) => ({
      name: command.name,
      description: command.description,
    })),
    environment: model.environment,
    examples: model.examples,
    exit_codes: model.exitCodes,
    more: footer,
  }
  return {
    command: [name, ...path].join(' '),
    description: summary,
    usage: usageOf(model).join('\n'),
    ...(danger !== undefined && { danger_level: danger }),
    ...(deprecated !== undefined && { deprecated }),
    ...(Object.fromEntries(
      Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0),
    ) as Record<string, JsonValue>),
  }
}

/** Keeps the facts that say something: no empty list, nothing that is not required. */
function ofParameter(parameter: HelpArgument | HelpOption): JsonObject {
  return Object.fromEntries(
    Object.entries(parameter).filter(
      ([, fact]) => fact !== undefined && fact !== false && !(Array.isArray(fact) && !fact.length),
    ),
  )
}
