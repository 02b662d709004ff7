import { rehydrateServiceCall } from '@sheetwright/contract/call-log/rehydrate-service-call.ts'
import { handle } from '../../platform/http/handle.ts'
import { workbookOfCall } from './service-log.ts'

export const rehydrateServiceCallHandler = handle(rehydrateServiceCall, ({ caller, params, query, services }) =>
  workbookOfCall(services, caller, params, query.index),
)
