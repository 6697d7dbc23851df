import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { usageOf, type Page, type PageParameter } from './page.ts'

/** Turns a help page into data, for callers that ask for a format. */
export function pageData(page: Page): JsonObject {
  const { name, path, summary, danger, deprecated } = page
  const lists = {
    arguments: page.arguments?.map(ofParameter),
    options: page.options?.map(ofParameter),
    global_options: page.globalOptions?.map(ofParameter),
    commands: page.commands?.map(({ name: word, description }) => ({ name: word, description })),
    environment: page.environment,
    examples: page.examples,
    exit_codes: page.exitCodes,
    more: page.footer,
  }
  return {
    command: [name, ...path].join(' '),
    description: summary,
    usage: usageOf(page).join('\n'),
    ...(danger !== undefined && { danger_level: danger }),
    ...(deprecated !== undefined && { deprecated }),
    ...(Object.fromEntries(
      Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0),
    ) as Record<string, JsonValue>),
  }
}

/** Keeps the facts that say something: no empty list, nothing that is not required. */
function ofParameter(parameter: PageParameter): JsonObject {
  return Object.fromEntries(
    Object.entries(parameter).filter(
      ([name, fact]) =>
        name !== 'isForAgents' &&
        fact !== undefined &&
        fact !== false &&
        !(Array.isArray(fact) && !fact.length),
    ),
  )
}
