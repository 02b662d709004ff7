import { listUserGroupLabels } from '@sheetwright/contract/files/list-user-group-labels.ts'
import { handle } from '../../platform/http/handle.ts'
import { listGroups } from '../../platform/identity/users.store.ts'

export const listUserGroupLabelsHandler = handle(listUserGroupLabels, async ({ caller, services: { db } }) => {
  const groups = await db.inTenant(caller.tenantId, listGroups)
  return groups.map(({ label }) => label)
})
