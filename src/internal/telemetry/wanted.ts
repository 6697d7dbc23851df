/** Tests whether spans are wanted: a collector is named, and nobody switched that off. */
export function wantsSpans(env: Readonly<NodeJS.ProcessEnv>): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return false
  return Boolean(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_ENDPOINT'])
}
