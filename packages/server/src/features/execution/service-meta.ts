import type { RunnableVersion } from '../engines/engine-version.store.ts'

export function metaOf(version: RunnableVersion, correlationId: string, at: Date) {
  return {
    service_id: version.engineId,
    version_id: version.id,
    version: version.revision,
    correlation_id: correlationId,
    request_timestamp: at.toISOString(),
  }
}
