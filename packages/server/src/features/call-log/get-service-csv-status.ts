import { getServiceCsvStatus } from '@sheetwright/contract/call-log/get-service-csv-status.ts'
import { handle } from '../../platform/http/handle.ts'
import { exportState } from './service-log.ts'

export const getServiceCsvStatusHandler = handle(getServiceCsvStatus, ({ services, caller, params }) =>
  exportState(services, caller, params),
)
