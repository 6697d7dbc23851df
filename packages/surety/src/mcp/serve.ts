import { createCallDesk } from './answer-call.ts'
import { skipForeignMembers } from './protocol/skip-foreign-members.ts'
import type { HttpOptions, Listening } from './protocol/http-server.ts'
import { LineChannel, type LineStreams } from './protocol/line-channel.ts'
import type { ServerIdentity } from './protocol/sdk.ts'
import type { ServedTool } from './served-tool.ts'
import { PROGRESSIVE } from './tool-list.ts'

interface ServeOptions {
  /** Patterns of commands that become a tool each; without any there are four tools for all commands. */
  readonly tools: readonly string[]
}

/** Serves a tool over lines until its input ends or the signal fires. */
export async function serveOverLines(
  tool: ServedTool,
  { tools, signal }: ServeOptions & { readonly signal?: AbortSignal },
  streams: LineStreams,
): Promise<void> {
  const channel = new LineChannel(streams)
  skipForeignMembers()
  const { serveLines } = await import('./protocol/sdk.ts')
  const identity = () => identityOf(tool, tools)
  const served = serveLines(identity, createCallDesk(tool, tools), channel)
  const close = () => void served.close()
  if (signal?.aborted) close()
  signal?.addEventListener('abort', close)
  await channel.closed
}

/** Serves a tool over HTTP until the signal fires; `onListen` is told where. */
export async function serveOverHttp(
  tool: ServedTool,
  { tools, signal, ...where }: ServeOptions & HttpOptions & { readonly signal: AbortSignal },
  onListen: (listening: Listening) => void,
): Promise<void> {
  skipForeignMembers()
  const [{ createHttpHandler }, { listen }] = await Promise.all([
    import('./protocol/sdk.ts'),
    import('./protocol/http-server.ts'),
  ])
  const identity = () => identityOf(tool, tools)
  const handler = createHttpHandler(identity, createCallDesk(tool, tools))
  const listening = await listen((request) => handler.fetch(request), where)
  onListen(listening)
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await handler.close()
  await listening.close()
}

/** Says who serves, and in a few words how its tools are used. */
export async function identityOf(
  tool: ServedTool,
  tools: readonly string[],
): Promise<ServerIdentity> {
  const { search, describe, read, write } = PROGRESSIVE
  const usage =
    tools.length > 0
      ? ''
      : ` Find a command with ${search}, look at it with ${describe}, then call it with ${read} or ${write}.`
  // A tool may learn its name while it is asked for its version.
  const version = await tool.version()
  return {
    name: tool.name,
    version,
    instructions: `${tool.description || tool.name}.${usage} Every answer is an envelope; isError says whether it failed.`,
  }
}
