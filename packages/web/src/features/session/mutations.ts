import { changePassword } from '@sheetwright/contract/session/change-password.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export function useChangePassword() {
  const api = useApi()
  return useMutation({
    mutationFn: (passwords: { currentPassword: string; newPassword: string }) =>
      api.call(changePassword, { body: passwords }),
    meta: { announced: false },
  })
}
