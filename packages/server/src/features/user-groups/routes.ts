import type { Handler } from '../../platform/http/handle.ts'
import { exportUserGroupsHandler } from './export-user-groups.ts'
import { getOwnRulesHandler } from './get-own-rules.ts'
import { listUserGroupsHandler } from './list-user-groups.ts'
import { deleteUserGroupHandler } from './delete-user-group.ts'
import { saveUserGroupHandler } from './save-user-group.ts'
import { saveUserGroupSettingHandler } from './save-user-group-setting.ts'

export const userGroupRoutes: readonly Handler[] = [
  listUserGroupsHandler,
  getOwnRulesHandler,
  saveUserGroupHandler,
  saveUserGroupSettingHandler,
  deleteUserGroupHandler,
  exportUserGroupsHandler,
]
