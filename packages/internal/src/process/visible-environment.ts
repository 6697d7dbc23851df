import { withAbsolutePlaces } from './absolute-places.ts'
import { isSurelySecretName } from '../redact/secret-name.ts'

/** Variables that any program may need and that hold no secrets; the last ones are of the client and of Windows. */
const USUAL =
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE LC_* TZ TMPDIR TMP TEMP XDG_* LD_LIBRARY_PATH
  TRACEPARENT TOOL_* SURETY_* SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT
  APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH PROGRAMDATA PROGRAMFILES*`.split(
    /\s+/,
  )
/** The ways to the network, and where spans go. */
const OF_NETWORK = `HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_* NODE_EXTRA_CA_CERTS
  OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_PROTOCOL OTEL_SERVICE_NAME OTEL_SDK_DISABLED`.split(
  /\s+/,
)

/** Selects the variables for a program: what it does not need it cannot print, as `jq -n env` would. */
export function visibleVariables(
  inherited: Readonly<NodeJS.ProcessEnv>,
  wanted: readonly string[],
  usesNetwork: boolean,
): NodeJS.ProcessEnv {
  const usual = usesNetwork ? [...USUAL, ...OF_NETWORK] : USUAL
  const entries = Object.entries(inherited).filter(
    ([name]) =>
      wanted.some((pattern) => isNamed(name, pattern)) ||
      (!isSurelySecretName(name) && usual.some((pattern) => isNamed(name.toUpperCase(), pattern))),
  )
  return withAbsolutePlaces(Object.fromEntries(entries))
}

/** Tests a name against `GIT_SSH` or `GIT_*`. */
export function isNamed(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
