import { getWeeklyMail } from '@sheetwright/contract/insights/get-weekly-mail.ts'
import { saveWeeklyMail } from '@sheetwright/contract/insights/save-weekly-mail.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

const weeklyMailKey = ['insights', 'weekly-mail']

/** Whether the user gets the weekly mail, and the switch for it. */
export function useWeeklyMail(language: 'en' | 'ja') {
  const api = useApi()
  const client = useQueryClient()
  const current = useQuery({ queryKey: weeklyMailKey, queryFn: ({ signal }) => api.call(getWeeklyMail, { signal }) })
  const save = useMutation({
    mutationFn: (wanted: boolean) => api.call(saveWeeklyMail, { body: { wanted, language } }),
    onSuccess: (answer) => client.setQueryData(weeklyMailKey, answer),
  })
  return { wanted: current.data?.wanted, save }
}
