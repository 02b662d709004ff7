import type { Handler } from '../../platform/http/handle.ts'
import { addUser } from './add-user.ts'
import { getUser } from './get-user.ts'
import { listGroups } from './list-groups.ts'
import { listUsers } from './list-users.ts'
import { notifyUser } from './notify-user.ts'
import { setUserStatus, updateUser, updateUserGroups } from './update-user.ts'

export const userRoutes: readonly Handler[] = [
  listUsers,
  getUser,
  addUser,
  updateUser,
  setUserStatus,
  updateUserGroups,
  listGroups,
  notifyUser,
]
