import { chosenGroups } from '@sheetwright/contract/users/chosen-groups.ts'
import { type GroupChange, updateUserGroups } from '@sheetwright/contract/users/update-user-groups.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from '../../platform/identity/users.store.ts'
import { changeUser, refuseAbove, refuseExternal } from './user-changes.ts'

export const updateUserGroupsHandler = handle(
  updateUserGroups,
  async ({ caller, body, services: { db }, correlationId }) => {
    const actor = actorOf(caller, correlationId)
    const ids = [...new Set(body.user_ids)]
    const chosen = chosenGroups(body)
    await db.inTenant(caller.tenantId, async (tx) => {
      for (const id of ids) {
        await changeUser(tx, actor, { id, action: 'user.changeGroup' }, async (before) => {
          refuseAbove(caller, before)
          refuseExternal(before)
          const groups = changedGroups[body.mode](before.groups, chosen)
          if (groups.length === 0) throw new CallError('CONFLICT', `${before.fullName} would be left without a group`)
          await store.setGroups(tx, id, groups)
        })
      }
    })
    return { updated: ids.length }
  },
)

type Labels = readonly string[]

const changedGroups: Record<GroupChange, (present: Labels, chosen: Labels) => string[]> = {
  replace: (_present, chosen) => [...chosen],
  add: (present, chosen) => [...new Set([...present, ...chosen])],
  remove: (present, chosen) => present.filter((label) => !chosen.includes(label)),
}
