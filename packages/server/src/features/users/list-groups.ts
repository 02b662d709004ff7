import { listGroups } from '@sheetwright/contract/users/list-groups.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from '../../platform/identity/users.store.ts'

export const listGroupsHandler = handle(listGroups, async ({ caller, services: { db } }) => {
  const groups = await db.inTenant(caller.tenantId, store.listGroups)
  return {
    groups: groups.map(({ label, members }) => ({
      label,
      role: label.startsWith('supervisor:') ? ('supervisor' as const) : ('user' as const),
      name: label.slice(label.indexOf(':') + 1),
      members,
    })),
  }
})
