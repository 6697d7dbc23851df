import { rmSync } from 'node:fs'

import { runKit, type Ran } from './kit.ts'
import { folder, prepare, TOOLS } from './profiles.ts'

// Prints a row for each process that the spec's kit starts: `npm run test:kit`, after a build.

prepare()
for (const [name, profile] of Object.entries(TOOLS)) {
  const rans: Ran[] = []
  const failures = Object.entries(await runKit(profile, (ran) => void rans.push(ran)))
  const calls = rans.map((ran) => ({ ...ran, call: [name, ...ran.argv].join(' ') }))
  for (const { argv, call, how, exit, ms } of calls.toSorted((a, b) =>
    a.call < b.call ? -1 : 1,
  )) {
    const broken = failures.filter(([, texts]) =>
      texts.some((text) => text.startsWith(`${argv.join(' ')}: `)),
    )
    const verdict = broken.map(([check]) => check).join(', ') || 'ok'
    console.log([verdict, call.slice(0, 70), how, `exit ${exit}`, `${ms} ms`].join(' | '))
  }
  for (const [check, texts] of failures) console.log(`${name} breaks ${check}: ${texts.join('; ')}`)
  if (failures.length > 0) process.exitCode = 4
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
