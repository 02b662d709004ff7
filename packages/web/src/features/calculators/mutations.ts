import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import { getFormVersion } from '@sheetwright/contract/calculators/get-form-version.ts'
import { publishForm } from '@sheetwright/contract/calculators/publish-form.ts'
import { saveFormDraft } from '@sheetwright/contract/calculators/save-form-draft.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { type CalculatorAddress, formKeys } from './queries.ts'

interface Saved {
  readonly layout: FormLayout
  readonly edition: number
}

/** What the builder does with a form: save it, publish it, take up an earlier version. */
export function useFormActions(address: CalculatorAddress, versionId: string | undefined) {
  const api = useApi()
  const queries = useQueryClient()
  const query = versionId === undefined ? {} : { versionId }
  const save = useMutation({
    mutationFn: (body: Saved) => api.call(saveFormDraft, { params: address, query, body }),
    meta: { announced: false },
  })
  const publish = useMutation({
    mutationFn: (body: { edition: number; note: string }) => api.call(publishForm, { params: address, query, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: formKeys.versions(address) }),
    meta: { announced: false },
  })
  const open = useMutation({
    mutationFn: (version: number) => api.call(getFormVersion, { params: { ...address, version } }),
    meta: { announced: false },
  })
  return { save, publish, open }
}
