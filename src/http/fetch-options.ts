/** How a tool is served over HTTP. */
export interface FetchOptions {
  /** What paths begin with, such as `/api`. Default none. */
  readonly basePath?: string
  /** The most bytes of a body. Default 1 MiB. */
  readonly maxBodyBytes?: number
  /** The variables that commands see. Default those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Which commands are offered, by their key in the manifest. Default all that are not hidden. */
  readonly offers?: (command: string) => boolean
  /** Takes what commands log and print to stdout, without their secrets. Default: it is dropped. */
  readonly onLog?: (text: string) => void
}

/** Answers a request; the handler of servers that follow the web standards. */
export type FetchHandler = (request: Request) => Promise<Response>
