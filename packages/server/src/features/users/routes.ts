import type { Handler } from '../../platform/http/handle.ts'
import { addUserHandler } from './add-user.ts'
import { getUserHandler } from './get-user.ts'
import { listGroupsHandler } from './list-groups.ts'
import { listUsersHandler } from './list-users.ts'
import { notifyUserHandler } from './notify-user.ts'
import { resetSecondFactorHandler } from './reset-second-factor.ts'
import { setUserStatusHandler } from './set-user-status.ts'
import { updateUserHandler } from './update-user.ts'
import { updateUserGroupsHandler } from './update-user-groups.ts'

export const userRoutes: readonly Handler[] = [
  listUsersHandler,
  getUserHandler,
  addUserHandler,
  updateUserHandler,
  setUserStatusHandler,
  updateUserGroupsHandler,
  listGroupsHandler,
  notifyUserHandler,
  resetSecondFactorHandler,
]
