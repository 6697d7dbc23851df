import { defineCommand } from 'surety'

import { commandGraph, type Entry } from '../inventory.ts'

export const command = defineCommand({
  description: 'Lists the commands of the inventory by origin',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The inventory is listed' },
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
