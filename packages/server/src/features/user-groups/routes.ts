import type { Handler } from '../../platform/http/handle.ts'
import { exportUserGroups } from './export-user-groups.ts'
import { getOwnRules } from './get-own-rules.ts'
import { listUserGroups } from './list-user-groups.ts'
import { deleteUserGroup, saveUserGroup, saveUserGroupSetting } from './save-user-group.ts'

export const userGroupRoutes: readonly Handler[] = [
  listUserGroups,
  getOwnRules,
  saveUserGroup,
  saveUserGroupSetting,
  deleteUserGroup,
  exportUserGroups,
]
