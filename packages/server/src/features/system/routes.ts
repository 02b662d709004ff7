import type { Handler } from '../../platform/http/handle.ts'
import { clearCacheHandler } from './clear-cache.ts'
import { clearGarbageHandler } from './clear-garbage.ts'
import { downloadSampleWorkbookHandler } from './download-sample-workbook.ts'
import { getDiagnosticsHandler } from './get-diagnostics.ts'
import { getLookupDataHandler } from './get-lookup-data.ts'
import { getLookupDataNonCachedHandler } from './get-lookup-data-non-cached.ts'
import { getMessagesHandler } from './get-messages.ts'
import { getProductDocumentMetadataHandler } from './get-product-document-metadata.ts'
import { getReleaseHandler } from './get-release.ts'
import { getSparkConfigurationHandler } from './get-spark-configuration.ts'
import { getHealthHandler } from './get-health.ts'
import { getLivenessHandler } from './get-liveness.ts'
import { getReadinessHandler } from './get-readiness.ts'
import { saveSparkConfigurationHandler } from './save-spark-configuration.ts'

export const systemRoutes: readonly Handler[] = [
  getReleaseHandler,
  getLookupDataHandler,
  getLookupDataNonCachedHandler,
  getSparkConfigurationHandler,
  getProductDocumentMetadataHandler,
  getDiagnosticsHandler,
  downloadSampleWorkbookHandler,
  clearCacheHandler,
  clearGarbageHandler,
  getMessagesHandler,
  getHealthHandler,
  getLivenessHandler,
  getReadinessHandler,
  saveSparkConfigurationHandler,
]
