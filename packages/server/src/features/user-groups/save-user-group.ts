import { deleteUserGroup as deleteCall } from '@sheetwright/contract/user-groups/delete-user-group.ts'
import { saveUserGroup as saveCall } from '@sheetwright/contract/user-groups/save-user-group.ts'
import { saveUserGroupSetting as settingCall } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isForeignKeyViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { groupAnswer } from './group-answer.ts'
import { deleteGroup, findGroup, insertGroup, setRules, type StoredGroup } from './user-group.store.ts'

export const saveUserGroup = handle(saveCall, ({ caller, body, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const isNew = await insertGroup(tx, body.userGroup)
    const group = await existingGroup(tx, body.userGroup)
    if (isNew) await audit(tx, caller, correlationId, { action: 'userGroup.add', before: null, after: group })
    return groupAnswer(group)
  }),
)

export const saveUserGroupSetting = handle(settingCall, ({ caller, body, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const before = await existingGroup(tx, body.userGroup)
    await setRules(tx, before.label, body.moduleRules)
    const after = await existingGroup(tx, before.label)
    await audit(tx, caller, correlationId, { action: 'userGroup.setRules', before, after })
    return groupAnswer(after)
  }),
)

export const deleteUserGroup = handle(deleteCall, async ({ caller, params, services: { db }, correlationId }) => {
  await db
    .inTenant(caller.tenantId, async (tx) => {
      const before = await existingGroup(tx, params.userGroup)
      await deleteGroup(tx, before.label)
      await audit(tx, caller, correlationId, { action: 'userGroup.delete', before, after: null })
    })
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error
      throw new CallError('CONFLICT', 'People or API keys still belong to this group')
    })
  return { deleted: true as const }
})

async function existingGroup(tx: TenantTransaction, label: string): Promise<StoredGroup> {
  const group = await findGroup(tx, label)
  if (!group) throw new CallError('USER_GROUP_NOT_FOUND', `There is no group ${label}`)
  return group
}

function audit(
  tx: TenantTransaction,
  caller: UserIdentity,
  correlationId: string,
  change: { action: string; before: StoredGroup | null; after: StoredGroup | null },
): Promise<void> {
  const label = (change.after ?? change.before)?.label ?? ''
  return recordAudit(tx, actorOf(caller, correlationId), {
    action: change.action,
    entityType: 'userGroup',
    entityId: label,
    entityName: label,
    before: change.before && { moduleRules: change.before.moduleRules },
    after: change.after && { moduleRules: change.after.moduleRules },
  })
}
