import { getUser } from '@sheetwright/contract/users/get-user.ts'
import { handle } from '../../platform/http/handle.ts'
import { userAnswer } from './user-answer.ts'
import { existingUser } from './user-changes.ts'

export const getUserHandler = handle(getUser, async ({ caller, params, services: { db } }) => ({
  user: userAnswer(await db.inTenant(caller.tenantId, (tx) => existingUser(tx, params.id))),
}))
