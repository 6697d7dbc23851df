import { defineCheck, missing, NEEDS } from '../../check.ts'
import { judgeOrder } from '../../evidence/argument-order.ts'

export const check = defineCheck({
  id: 'argument_order',
  title: 'A global flag means the same wherever it stands',
  level: 3,
  topic: 'stability',
  requirements: ['REQ-F-067', 'REQ-F-079'],
  failureModes: [69],
  why: 'Agents put flags where they find room. One that is ignored in front of the command is a silent mistake.',
  fix: 'Parse options in any order, and refuse a flag that is given twice with two values.',
  run: async (tool) => {
    const { argumentOrder } = tool.subject
    if (argumentOrder === null)
      return missing(
        tool,
        'argument_order',
        'No global flag with two values is known.',
        NEEDS.argumentOrder,
      )
    return judgeOrder(tool, argumentOrder)
  },
})
