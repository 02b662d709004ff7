import { getServiceJsonStatus } from '@sheetwright/contract/call-log/get-service-json-status.ts'
import { handle } from '../../platform/http/handle.ts'
import { exportState } from './service-log.ts'

export const getServiceJsonStatusHandler = handle(getServiceJsonStatus, ({ services, caller, params }) =>
  exportState(services, caller, params),
)
