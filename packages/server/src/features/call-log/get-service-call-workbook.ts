import { getServiceCallWorkbook } from '@sheetwright/contract/call-log/get-service-call-workbook.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMayLeave } from '../engines/engine.access.ts'
import { requireCall } from './require-call.ts'
import { addressOf, succeeded } from './service-log.ts'

export const getServiceCallWorkbookHandler = handle(getServiceCallWorkbook, async ({ caller, params, services }) => {
  const { engine } = await requireCall(services, caller, addressOf(params), params.call)
  assertMayLeave(engine)
  const address = `/api/v1/product/${engine.productId}/engines/${engine.id}/logs/${params.call}/workbook`
  return { ...succeeded, response_data: { download_url: services.settings.origin + address } }
})
