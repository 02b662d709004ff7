import { downloadServiceCallsCsv } from '@sheetwright/contract/call-log/download-service-calls-csv.ts'
import { handle } from '../../platform/http/handle.ts'
import { startExport } from './service-log.ts'

export const downloadServiceCallsCsvHandler = handle(downloadServiceCallsCsv, ({ services, caller, params, body }) =>
  startExport(services, caller, params, body, 'CSV'),
)
