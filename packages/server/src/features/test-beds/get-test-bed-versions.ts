import { getTestBedVersions } from '@sheetwright/contract/test-beds/get-test-bed-versions.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireTestBed } from './test-bed.access.ts'
import { listTestBedVersions } from './test-bed.store.ts'

export const getTestBedVersionsHandler = handle(getTestBedVersions, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await requireTestBed(tx, caller, params.testbed, 'read')
    const items = await listTestBedVersions(tx, id)
    return { items, count: items.length }
  }),
)
