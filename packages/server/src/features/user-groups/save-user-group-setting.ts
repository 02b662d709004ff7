import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { handle } from '../../platform/http/handle.ts'
import { groupAnswer } from './group-answer.ts'
import { setRules } from './user-group.store.ts'
import { existingGroup, recordGroupChange } from './group-changes.ts'

export const saveUserGroupSettingHandler = handle(
  saveUserGroupSetting,
  ({ caller, body, services: { db }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const before = await existingGroup(tx, body.userGroup)
      await setRules(tx, before.label, body.moduleRules)
      const after = await existingGroup(tx, before.label)
      await recordGroupChange(tx, caller, correlationId, { action: 'userGroup.setRules', before, after })
      return groupAnswer(after)
    }),
)
