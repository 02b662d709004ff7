import { getServiceCallWorkbook } from '@sheetwright/contract/call-log/get-service-call-workbook.ts'
import { handle } from '../../platform/http/handle.ts'
import { workbookOfCall } from './service-log.ts'

export const getServiceCallWorkbookHandler = handle(getServiceCallWorkbook, ({ caller, params, services }) =>
  workbookOfCall(services, caller, params),
)
