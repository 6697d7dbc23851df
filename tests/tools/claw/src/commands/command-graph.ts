import { defineCommand, s } from 'surety'

import { commandGraph, type Entry } from '../inventory.ts'

const entries = s.array(s.object({ name: s.string(), source_hint: s.string() }))

export const command = defineCommand({
  description: 'Lists the commands of the inventory by origin',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The inventory is listed' },
  output: s.object({
    builtins_count: s.integer(),
    plugin_like_count: s.integer(),
    skill_like_count: s.integer(),
    total_count: s.integer(),
    builtins: entries,
    plugin_like: entries,
    skill_like: entries,
  }),
  text: (graph) =>
    [
      '# Command graph',
      '',
      `- built in: ${graph.builtins_count}`,
      `- plugin-like: ${graph.plugin_like_count}`,
      `- skill-like: ${graph.skill_like_count}`,
      `- total: ${graph.total_count}`,
    ].join('\n'),
  run: () => {
    const { builtins, plugins, skills } = commandGraph()
    return {
      builtins_count: builtins.length,
      plugin_like_count: plugins.length,
      skill_like_count: skills.length,
      total_count: builtins.length + plugins.length + skills.length,
      builtins: builtins.map(brief),
      plugin_like: plugins.map(brief),
      skill_like: skills.map(brief),
    }
  },
})

const brief = ({ name, source_hint }: Entry) => ({ name, source_hint })
