import type { SentBody } from '@sheetwright/contract/call.ts'
import { exportUserGroups } from '@sheetwright/contract/user-groups/export-user-groups.ts'
import { deleteUserGroup } from '@sheetwright/contract/user-groups/delete-user-group.ts'
import { saveUserGroup } from '@sheetwright/contract/user-groups/save-user-group.ts'
import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { userKeys } from '../users/queries.ts'
import { groupKeys } from './queries.ts'

/** Groups appear in the lists of groups and in the choices for users. */
function useForgetGroups() {
  const queries = useQueryClient()
  return () => Promise.all([groupKeys.all, userKeys.groups].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

export function useAddGroup() {
  const api = useApi()
  return useMutation({
    mutationFn: (userGroup: string) => api.call(saveUserGroup, { body: { userGroup } }),
    onSuccess: useForgetGroups(),
    meta: { announced: false },
  })
}

export function useSaveRules() {
  const api = useApi()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveUserGroupSetting>) => api.call(saveUserGroupSetting, { body }),
    onSuccess: useForgetGroups(),
    meta: { announced: false },
  })
}

export function useDeleteGroup() {
  const api = useApi()
  return useMutation({
    mutationFn: (userGroup: string) => api.call(deleteUserGroup, { params: { userGroup } }),
    onSuccess: useForgetGroups(),
    meta: { announced: false },
  })
}

export function useExportGroups() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({ mutationFn: () => downloads.save(() => api.call(exportUserGroups), 'usergroups.xlsx') })
}
