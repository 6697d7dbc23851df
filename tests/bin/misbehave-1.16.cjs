// A program in spec-1.16 without any framework, for the checks of that generation. The first word names its faults.
const [given = 'none', ...argv] = process.argv.slice(2)
const has = (name) => given.split(',').includes(name)

const flag = (description) => ({ type: 'boolean', required: false, description, default: false })
const command = argv.find((word) => !word.startsWith('-'))
const isTried = argv.includes('--validate-only')
const exits = {
  0: { name: 'SUCCESS', description: 'Done', retryable: false, side_effects: 'complete' },
}
const entry = { description: 'Shows it', danger_level: 'safe', required_scopes: [], flags: {} }
const DATA = {
  manifest: {
    schema_version: '3.0',
    framework_version: '1.2.3',
    etag: 'sha256:1',
    flags: { 'validate-only': flag('Checks the input'), 'show-config': flag('Shows the settings') },
    commands: {
      get: { ...entry, exit_codes: exits },
      manifest: { ...entry, exit_codes: exits },
    },
  },
  get: { id: 'v-1' },
  config: {
    effective_config: { zone: 'a' },
    ...(!has('show_config') && { sources: { zone: 'default' }, precedence_order: ['defaults'] }),
  },
}
const isConfig = argv.includes('--show-config')
const meta = {
  exit_code: 0,
  duration_ms: 1,
  ...(!has('versions_stated') && { schema_version: '1.0', tool_version: '1.2.3' }),
  config_sources: [],
  effective_config_hash: has('configuration_named') ? String(process.pid) : 'abc123',
  ...(isTried && { validation_only: true }),
}
const isSilent = isTried && !has('validate_only')
const data = isSilent ? {} : isConfig ? DATA.config : (DATA[command] ?? {})
console.log(JSON.stringify({ ok: true, data, error: null, warnings: [], meta }))
