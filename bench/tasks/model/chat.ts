/** A message of the OpenAI protocol, as far as it is used here. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_call_id?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

export interface Turn {
  readonly message: Message
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number }
}

/** Asks a model for its next message. */
export type Chat = (messages: readonly Message[], tools: readonly unknown[]) => Promise<Turn>

/** How often a request is sent that the server could not take (429, 5xx). */
const TRIES = 5

/** Talks to any address that speaks the OpenAI protocol: `<base>/chat/completions`. */
export function createChat({
  base,
  key,
  model,
  wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
}: {
  readonly base: string
  readonly key?: string | undefined
  readonly model: string
  readonly wait?: (ms: number) => Promise<void>
}): Chat {
  const address = `${base.replace(/\/+$/, '')}/chat/completions`
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  return async (messages, tools) => {
    const body = JSON.stringify({ model, messages, tools, temperature: 0 })
    for (let tried = 1; ; tried += 1) {
      const answer = await fetch(address, { method: 'POST', headers, body })
      const mayPass = answer.status === 429 || answer.status >= 500
      if (mayPass && tried < TRIES) {
        const seconds = Number(answer.headers.get('retry-after') ?? 2 ** tried)
        await answer.body?.cancel()
        await wait(1000 * seconds)
        continue
      }
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 300)}`)
      return toTurn(text)
    }
  }
}

function toTurn(text: string): Turn {
  const { choices, usage } = JSON.parse(text) as {
    readonly choices?: readonly { readonly message?: Message }[]
    readonly usage?: Partial<Turn['usage']>
  }
  const message = choices?.[0]?.message
  if (message === undefined) throw new Error(`The answer has no message: ${text.slice(0, 300)}`)
  return { message, usage: { prompt_tokens: 0, completion_tokens: 0, ...usage } }
}
