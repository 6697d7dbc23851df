// A tool whose command takes a value from the environment.
import { defineCli, defineCommand, s, serve } from 'surety'

const region = defineCommand({
  description: 'Says where it works',
  env: { PLACES_REGION: s.string().default('eu') },
  run: ({ env }) => ({ region: env.PLACES_REGION }),
})

await serve(defineCli({ name: 'places', version: '1.0.0', commands: { region } }))
