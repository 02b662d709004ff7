import { getUserDetail } from '@sheetwright/contract/session/get-user-detail.ts'
import { handle } from '../../platform/http/handle.ts'
import { findUser } from '../../platform/identity/users.store.ts'

export const getUserDetailHandler = handle(getUserDetail, async ({ caller, services: { db } }) => {
  const user = await db.inTenant(caller.tenantId, (tx) => findUser(tx, caller.userId))
  return {
    userId: caller.userId,
    username: caller.username,
    displayName: caller.displayName,
    userEmailID: caller.email,
    groups: [...caller.groups],
    isAdmin: caller.isAdmin,
    isSuperuser: caller.isSuperuser,
    tenant: caller.tenantName,
    canChangePassword: user?.passwordHash != null,
  }
})
