// The same trouble, met while serve() itself loads the tool.
import { defineCli, defineCommand, serve } from 'surety'

await serve(async () => {
  await import('./faulty-import.mjs')
  const fine = defineCommand({
    description: 'Answers',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It answered' },
    run: () => ({ fine: true }),
  })
  return defineCli({
    name: 'guarded',
    version: '1.0.0',
    description: 'Guarded',
    commands: { fine },
  })
})
