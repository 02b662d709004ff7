import type { Handler } from '../../platform/http/handle.ts'
import { getCallSettingsHandler, saveCallSettingsHandler } from './call-settings.ts'
import { downloadExportHandler, exportCallsHandler } from './export-calls.ts'
import { downloadCallWorkbookHandler, getCallHandler } from './get-call.ts'
import { legacyLogHandlers } from './legacy-log.ts'
import { listCallsHandler } from './list-calls.ts'
import { getProductMetricsHandler } from './product-metrics.ts'

export const callLogRoutes: readonly Handler[] = [
  listCallsHandler,
  getCallHandler,
  downloadCallWorkbookHandler,
  exportCallsHandler,
  downloadExportHandler,
  getProductMetricsHandler,
  getCallSettingsHandler,
  saveCallSettingsHandler,
  ...legacyLogHandlers,
]
