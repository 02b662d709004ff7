import type { Handler } from '../../platform/http/handle.ts'
import { clearCacheHandler, clearGarbageHandler, getDiagnosticsHandler } from './diagnostics.ts'
import { getLookupDataHandler, getLookupDataNonCachedHandler } from './get-lookup-data.ts'
import { getMessagesHandler } from './get-messages.ts'
import { getProductDocumentMetadataHandler } from './get-product-document-metadata.ts'
import { getReleaseHandler } from './get-release.ts'
import { getSparkConfigurationHandler } from './get-spark-configuration.ts'
import { getHealthHandler, getLivenessHandler, getReadinessHandler } from './health.ts'

export const systemRoutes: readonly Handler[] = [
  getReleaseHandler,
  getLookupDataHandler,
  getLookupDataNonCachedHandler,
  getSparkConfigurationHandler,
  getProductDocumentMetadataHandler,
  getDiagnosticsHandler,
  clearCacheHandler,
  clearGarbageHandler,
  getMessagesHandler,
  getHealthHandler,
  getLivenessHandler,
  getReadinessHandler,
]
