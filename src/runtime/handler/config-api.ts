import type { JsonObject, JsonValue } from '../../contract/index.ts'

/** The configuration file that is written: the nearest local one or the global one. */
export type ConfigScope = 'local' | 'global'

/** Access to the tool's configuration for commands. */
export interface ConfigStore {
  readonly path: string
  readonly scope: ConfigScope
  read(): Promise<JsonObject>
  /** Changes some members; null removes one. The file is replaced atomically. */
  write(
    changes: Readonly<Record<string, JsonValue>>,
  ): Promise<{ readonly path: string; readonly scope: ConfigScope }>
}
