import { getPackage } from '@sheetwright/contract/sdk/get-package.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePackage, shownPackage } from './package.access.ts'

export const getPackageHandler = handle(getPackage, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { engine, found } = await requirePackage(tx, caller, params)
    return shownPackage(engine, found)
  }),
)
