import { chosenGroups } from '@sheetwright/contract/users/chosen-groups.ts'
import { updateUser } from '@sheetwright/contract/users/update-user.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { removeLinksOf } from '../../platform/identity/password-links.store.ts'
import * as store from '../../platform/identity/users.store.ts'
import { userAnswer } from './user-answer.ts'
import { changeUser, refuseAbove, refuseExternal, refuseNewAddress, withFreeEmail } from './user-changes.ts'

export const updateUserHandler = handle(
  updateUser,
  async ({ caller, params, body, services: { db }, correlationId }) => {
    const groups = chosenGroups(body)
    const changes = {
      ...(body.email === undefined ? {} : { email: body.email }),
      ...(body.data?.FullName === undefined ? {} : { fullName: body.data.FullName }),
      ...(body.data?.Position === undefined ? {} : { position: body.data.Position }),
    }
    const actor = actorOf(caller, correlationId)
    const user = await withFreeEmail(body.email ?? '', () =>
      db.inTenant(caller.tenantId, (tx) =>
        changeUser(tx, actor, { id: params.id, action: 'user.update' }, async (before) => {
          refuseAbove(caller, before)
          refuseExternal(before)
          if (body.email !== undefined && body.email !== before.email) {
            await refuseNewAddress(tx, caller, before)
            // Links in the mailbox of the old address, which may be somebody else's, would still open the account.
            await removeLinksOf(tx, before.id)
          }
          await store.updateUser(tx, before.id, changes)
          if (groups.length > 0) await store.setGroups(tx, before.id, groups)
        }),
      ),
    )
    return { user: userAnswer(user) }
  },
)
