import { addUser } from '@sheetwright/contract/users/add-user.ts'
import { notifyUser } from '@sheetwright/contract/users/notify-user.ts'
import { resetSecondFactor } from '@sheetwright/contract/users/reset-second-factor.ts'
import { setUserStatus } from '@sheetwright/contract/users/set-user-status.ts'
import { updateUser } from '@sheetwright/contract/users/update-user.ts'
import { updateUserGroups } from '@sheetwright/contract/users/update-user-groups.ts'
import type { User } from '@sheetwright/contract/users/user.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { userKeys } from './queries.ts'

export function useAddUser() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof addUser>) => api.call(addUser, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKeys.all }),
    meta: { announced: false },
  })
}

export function useUpdateUser(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof updateUser>) => api.call(updateUser, { params: { id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKeys.all }),
    meta: { announced: false },
  })
}

export function useChangeGroups() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof updateUserGroups>) => api.call(updateUserGroups, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKeys.all }),
    meta: { announced: false },
  })
}

export function useSetUserStatus() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: Pick<User, 'id' | 'status'>) =>
      api.call(setUserStatus, { params: { id }, body: { status } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKeys.all }),
  })
}

export function useSendPasswordLink() {
  const api = useApi()
  return useMutation({ mutationFn: (email: string) => api.call(notifyUser, { body: { email } }) })
}

export function useResetSecondFactor() {
  const api = useApi()
  return useMutation({ mutationFn: (id: string) => api.call(resetSecondFactor, { params: { id } }) })
}
