import { deleteUserGroup } from '@sheetwright/contract/user-groups/delete-user-group.ts'
import { isForeignKeyViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { deleteGroup } from './user-group.store.ts'
import { existingGroup, recordGroupChange } from './group-changes.ts'

export const deleteUserGroupHandler = handle(
  deleteUserGroup,
  async ({ caller, params, services: { db }, correlationId }) => {
    await db
      .inTenant(caller.tenantId, async (tx) => {
        const before = await existingGroup(tx, params.userGroup)
        await deleteGroup(tx, before.label)
        await recordGroupChange(tx, caller, correlationId, { action: 'userGroup.delete', before, after: null })
      })
      .catch((error: unknown) => {
        if (!isForeignKeyViolation(error)) throw error
        throw new CallError('CONFLICT', 'People or API keys still belong to this group')
      })
    return { deleted: true as const }
  },
)
