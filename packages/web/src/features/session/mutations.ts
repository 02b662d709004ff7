import { changePassword } from '@sheetwright/contract/session/change-password.ts'
import { beginSecondFactor } from '@sheetwright/contract/session/begin-second-factor.ts'
import { confirmSecondFactor } from '@sheetwright/contract/session/confirm-second-factor.ts'
import { removeSecondFactor } from '@sheetwright/contract/session/remove-second-factor.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { sessionKeys } from './queries.ts'

export function useChangePassword() {
  const api = useApi()
  return useMutation({
    mutationFn: (passwords: { currentPassword: string; newPassword: string }) =>
      api.call(changePassword, { body: passwords }),
    meta: { announced: false },
  })
}

export function useBeginSecondFactor() {
  const api = useApi()
  return useMutation({
    mutationFn: (currentPassword: string) => api.call(beginSecondFactor, { body: { currentPassword } }),
    meta: { announced: false },
  })
}

export function useConfirmSecondFactor() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => api.call(confirmSecondFactor, { body: { code } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionKeys.secondFactor }),
    meta: { announced: false },
  })
}

export function useRemoveSecondFactor() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { currentPassword: string; code: string }) => api.call(removeSecondFactor, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionKeys.secondFactor }),
    meta: { announced: false },
  })
}
