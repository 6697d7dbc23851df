/** What we use of a provider that somebody registered with `@opentelemetry/api`, and of the contexts there. */
export interface ProviderContext {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): ProviderContext
  deleteValue(key: symbol): ProviderContext
}
export interface SpanProvider {
  readonly trace?: {
    getTracer(name: string): {
      startSpan(name: string, options: object, context: ProviderContext): ProviderSpan
    }
    getDelegate?(): { forceFlush?(): Promise<void> }
  }
  readonly context?: {
    active(): ProviderContext
    with<Result>(context: ProviderContext, run: () => Result): Result
  }
}
export interface ProviderSpan {
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number }
  updateName(name: string): unknown
  setAttributes(attributes: object): unknown
  addEvent(name: string, attributes: object, at: number): unknown
  setStatus(status: { readonly code: number; readonly message: string }): unknown
  end(at: number): void
}

/** Gives the provider of this process, if there is one. The API keeps it here for all its copies. */
export function spanProvider(): SpanProvider | undefined {
  const key = Symbol.for('opentelemetry.js.api.1')
  const known = (globalThis as { [key: symbol]: SpanProvider | undefined })[key]
  return known?.trace === undefined ? undefined : known
}

/** Tests whether spans are wanted: a provider is registered, or a collector is named and nobody switched that off. */
export function wantsSpans(env: Readonly<NodeJS.ProcessEnv>): boolean {
  if (spanProvider() !== undefined) return true
  if (
    env['NO_TELEMETRY'] ||
    env['OTEL_SDK_DISABLED'] === 'true' ||
    env['OTEL_TRACES_EXPORTER'] === 'none'
  )
    return false
  return Boolean(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_ENDPOINT'])
}
