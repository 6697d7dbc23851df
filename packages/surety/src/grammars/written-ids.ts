/** The formats that can be written; apart from the registry, so that naming them loads none of it. */
export const WRITTEN_IDS = ['surety', 'manifest', 'cli-schema', 'usage', 'opencli', 'uapi'] as const

export type WrittenId = (typeof WRITTEN_IDS)[number]
