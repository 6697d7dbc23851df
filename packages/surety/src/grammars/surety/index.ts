import { explainProblems, readDescription, type Description } from '../../description/index.ts'
import { writeYaml } from '@surety/internal/yaml-text.ts'
import { GrammarError, type GrammarFormat } from '../grammar-format.ts'

/** The one description: all other formats are read into it and written from it. */
export const format: GrammarFormat = {
  id: 'surety',
  read: async (text) => {
    const read = await readDescription<Description>(text, { reader: 'told' })
    if (!read.ok)
      throw new GrammarError(`It is no description of surety.\n${explainProblems(read.problems)}`)
    return { description: read.description, unread: [] }
  },
  write: (description) => writeYaml(description),
}
