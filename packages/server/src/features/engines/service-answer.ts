import { type StoredEngine } from './engine.store.ts'
import { type StoredVersion } from './engine-version.store.ts'

export function serviceAnswer(engine: StoredEngine, version: StoredVersion | null) {
  return {
    service_id: engine.id,
    service_name: engine.serviceName,
    folder_id: engine.productId,
    folder_name: engine.productName,
    service_uri: `${engine.productName}/${engine.serviceName}`,
    version_id: version?.id ?? null,
    version: version?.revision ?? null,
    status: version?.state ?? null,
    compiler_type: engine.engineType,
    effective_start_date: version?.effectiveStartDate ?? null,
    effective_end_date: version?.effectiveEndDate ?? null,
    created_at: engine.createdAt,
    updated_at: engine.updatedAt,
  }
}
