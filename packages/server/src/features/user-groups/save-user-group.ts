import { saveUserGroup } from '@sheetwright/contract/user-groups/save-user-group.ts'
import { handle } from '../../platform/http/handle.ts'
import { groupAnswer } from './group-answer.ts'
import { insertGroup } from './user-group.store.ts'
import { existingGroup, recordGroupChange } from './group-changes.ts'

export const saveUserGroupHandler = handle(saveUserGroup, ({ caller, body, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const isNew = await insertGroup(tx, body.userGroup)
    const group = await existingGroup(tx, body.userGroup)
    if (isNew)
      await recordGroupChange(tx, caller, correlationId, { action: 'userGroup.add', before: null, after: group })
    return groupAnswer(group)
  }),
)
