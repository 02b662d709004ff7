import type { Handler } from '../../platform/http/handle.ts'
import { getCallSettingsHandler } from './get-call-settings.ts'
import { saveCallSettingsHandler } from './save-call-settings.ts'
import { downloadExportHandler } from './download-export.ts'
import { exportCallsHandler } from './export-calls.ts'
import { downloadCallWorkbookHandler } from './download-call-workbook.ts'
import { getCallHandler } from './get-call.ts'
import { getServiceCallHandler } from './get-service-call.ts'
import { downloadServiceCallsCsvHandler } from './download-service-calls-csv.ts'
import { downloadServiceCallsJsonHandler } from './download-service-calls-json.ts'
import { getServiceCsvStatusHandler } from './get-service-csv-status.ts'
import { getServiceJsonStatusHandler } from './get-service-json-status.ts'
import { getServiceCallWorkbookHandler } from './get-service-call-workbook.ts'
import { listCallsHandler } from './list-calls.ts'
import { getProductMetricsHandler } from './get-product-metrics.ts'
import { getExecutionHandler } from './get-execution.ts'
import { rehydrateServiceCallHandler } from './rehydrate-service-call.ts'
import { rehydrateLegacyCallHandler } from './rehydrate-legacy-call.ts'
import { findCallsHandler } from './find-calls.ts'
import { eraseCallsHandler } from './erase-calls.ts'

export const callLogRoutes: readonly Handler[] = [
  listCallsHandler,
  getCallHandler,
  downloadCallWorkbookHandler,
  exportCallsHandler,
  downloadExportHandler,
  getProductMetricsHandler,
  getCallSettingsHandler,
  saveCallSettingsHandler,
  getServiceCallHandler,
  downloadServiceCallsCsvHandler,
  downloadServiceCallsJsonHandler,
  getServiceCsvStatusHandler,
  getServiceJsonStatusHandler,
  getServiceCallWorkbookHandler,
  getExecutionHandler,
  rehydrateServiceCallHandler,
  rehydrateLegacyCallHandler,
  findCallsHandler,
  eraseCallsHandler,
]
