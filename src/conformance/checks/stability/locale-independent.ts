import { defineCheck } from '../../check.ts'
import { sameData } from '../../evidence/same-data.ts'

export const check = defineCheck({
  id: 'locale_independent',
  title: 'Answers do not depend on the locale',
  level: 2,
  topic: 'stability',
  requirements: ['REQ-F-005'],
  failureModes: [9],
  why: 'A number with a comma, or an uppercase that is Turkish, is another value.',
  fix: 'Serialise without the locale.',
  run: (tool) =>
    sameData(
      tool,
      { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', LANGUAGE: 'tr' },
      'with a Turkish locale',
    ),
})
