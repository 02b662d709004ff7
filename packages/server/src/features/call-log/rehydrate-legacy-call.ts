import { rehydrateLegacyCall } from '@sheetwright/contract/call-log/rehydrate-legacy-call.ts'
import { handle } from '../../platform/http/handle.ts'
import { workbookOfCall } from './service-log.ts'

export const rehydrateLegacyCallHandler = handle(rehydrateLegacyCall, ({ caller, params, query, services }) =>
  workbookOfCall(services, caller, params, query.index),
)
