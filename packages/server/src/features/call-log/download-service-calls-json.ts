import { downloadServiceCallsJson } from '@sheetwright/contract/call-log/download-service-calls-json.ts'
import { handle } from '../../platform/http/handle.ts'
import { startExport } from './service-log.ts'

export const downloadServiceCallsJsonHandler = handle(downloadServiceCallsJson, ({ services, caller, params, body }) =>
  startExport(services, caller, params, body, 'JSON'),
)
