import type { JsonObject, JsonValue } from '../../contract/index.ts'

/** Where a configuration is written to. */
export type ConfigScope = 'local' | 'global'

/** The tool's configuration, as a command reads and writes it. */
export interface ConfigStore {
  readonly path: string
  readonly scope: ConfigScope
  read(): Promise<JsonObject>
  /** Changes some members; null removes one. The file is replaced whole or not at all. */
  write(
    changes: Readonly<Record<string, JsonValue>>,
  ): Promise<{ readonly path: string; readonly scope: ConfigScope }>
}
