import { chosenGroups } from '@sheetwright/contract/users/chosen-groups.ts'
import { type GroupChange, updateUserGroups as groupsCall } from '@sheetwright/contract/users/update-user-groups.ts'
import { setUserStatus as statusCall } from '@sheetwright/contract/users/set-user-status.ts'
import { updateUser as updateCall } from '@sheetwright/contract/users/update-user.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { endSessionsOf } from '../../platform/identity/sessions.store.ts'
import * as store from '../../platform/identity/users.store.ts'
import { userAnswer } from './user-answer.ts'
import { changeUser, refuseAbove, refuseExternal, withFreeEmail } from './user-changes.ts'

export const updateUser = handle(updateCall, async ({ caller, params, body, services: { db }, correlationId }) => {
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
        await store.updateUser(tx, before.id, changes)
        if (groups.length > 0) await store.setGroups(tx, before.id, groups)
      }),
    ),
  )
  return { user: userAnswer(user) }
})

export const setUserStatus = handle(statusCall, async ({ caller, params, body, services: { db }, correlationId }) => {
  const enable = body.status === 'Enabled'
  if (!enable && params.id === caller.userId) throw new CallError('CONFLICT', 'Nobody can disable themselves')
  const actor = actorOf(caller, correlationId)
  const action = enable ? 'user.enable' : 'user.disable'
  const user = await db.inTenant(caller.tenantId, (tx) =>
    changeUser(tx, actor, { id: params.id, action }, async (before) => {
      refuseAbove(caller, before)
      const { id } = before
      await store.setActive(tx, id, enable)
      if (!enable) await endSessionsOf(tx, id)
    }),
  )
  return { user: userAnswer(user) }
})

export const updateUserGroups = handle(groupsCall, async ({ caller, body, services: { db }, correlationId }) => {
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
})

type Labels = readonly string[]

const changedGroups: Record<GroupChange, (present: Labels, chosen: Labels) => string[]> = {
  replace: (_present, chosen) => [...chosen],
  add: (present, chosen) => [...new Set([...present, ...chosen])],
  remove: (present, chosen) => present.filter((label) => !chosen.includes(label)),
}
