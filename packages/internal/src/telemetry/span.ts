import { setTimeout as sleep } from 'node:timers/promises'

import { KINDS, LAST_MS, type Span, spanWriter, STATUS_ERROR } from './otlp.ts'
import { isSampled, type TraceContext } from './trace-context.ts'
import { type ProviderContext, type SpanProvider, spanProvider } from './wanted.ts'

type SpanEnd = Pick<Span, 'attributes' | 'end' | 'error' | 'events' | 'name'>

/** A span that has begun. */
export interface OpenSpan {
  readonly context: TraceContext
  /** Runs something inside of it, so that spans that are made there belong to it. */
  readonly within: <Result>(run: () => Result) => Result
  end(facts: SpanEnd): void
}

/** Opens a span: in the provider of the process if one is registered, else for our own writer. */
export function openSpan(
  env: Readonly<NodeJS.ProcessEnv>,
  context: TraceContext,
  about: Pick<Span, 'kind' | 'name' | 'start' | 'traceState'>,
): OpenSpan {
  const provider = spanProvider()
  if (provider !== undefined) return openInProvider(provider, context, about)
  return {
    context,
    within: (run) => run(),
    end: (facts) => {
      // What vendors noted belongs to the trace of the caller.
      const traceState = context.parentSpanId && about.traceState
      if (isSampled(context)) spanWriter(env).add({ ...context, ...about, traceState, ...facts })
    },
  }
}

/** Sends what is waiting; resolves after a set time in any case. */
export async function flushSpans(env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  const provider = spanProvider()
  if (provider === undefined) return spanWriter(env).flush()
  const flushing = Promise.resolve(provider.trace?.getDelegate?.().forceFlush?.())
  await Promise.race([flushing.catch(() => {}), sleep(LAST_MS, undefined, { ref: false })])
}

/** The key under which the API has the span of a context. */
const SPAN = Symbol.for('OpenTelemetry Context Key SPAN')

function openInProvider(
  { trace, context: contexts }: SpanProvider,
  given: TraceContext,
  { name, kind, start }: Pick<Span, 'kind' | 'name' | 'start'>,
): OpenSpan {
  const active = contexts?.active() ?? contextOf(new Map())
  const { traceId, parentSpanId: spanId, flags } = given
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  // Whoever is at work in this process is nearer than who started it.
  const isInside = active.getValue(SPAN) !== undefined || spanId === undefined
  const around = isInside ? active : active.setValue(SPAN, { spanContext: () => caller })
  // The API counts kinds from 0, the protocol from 1.
  const options = { kind: KINDS[kind] - 1, startTime: start }
  const span = trace!.getTracer('surety').startSpan(name, options, around)
  const own = span.spanContext()
  return {
    context: {
      ...given,
      traceId: own.traceId,
      spanId: own.spanId,
      flags: own.traceFlags.toString(16).padStart(2, '0'),
    },
    within: (run) => (contexts ? contexts.with(around.setValue(SPAN, span), run) : run()),
    end: ({ name: last, attributes, events = [], error, end }) => {
      span.updateName(last)
      span.setAttributes(attributes)
      for (const event of events) span.addEvent(event.name, event.attributes, event.at)
      if (error !== undefined) span.setStatus({ code: STATUS_ERROR, message: error })
      span.end(Math.max(start, end))
    },
  }
}

/** Makes a context of our own, for a provider without a manager of them. */
function contextOf(values: ReadonlyMap<symbol, unknown>): ProviderContext {
  return {
    getValue: (key) => values.get(key),
    setValue: (key, value) => contextOf(new Map([...values, [key, value]])),
    deleteValue: (key) => contextOf(new Map([...values].filter(([known]) => known !== key))),
  }
}
