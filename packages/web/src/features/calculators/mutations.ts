import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { getFormPdf } from '@sheetwright/contract/calculators/get-form-pdf.ts'
import { getFormVersion } from '@sheetwright/contract/calculators/get-form-version.ts'
import { publishForm } from '@sheetwright/contract/calculators/publish-form.ts'
import { saveFormDraft } from '@sheetwright/contract/calculators/save-form-draft.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import type { Values } from './calculator-state.ts'
import { type CalculatorAddress, formKeys } from './queries.ts'

interface Saved {
  readonly layout: FormLayout
  readonly edition: number
}

/** Actions of the builder on a form: save, publish, restore an earlier version. */
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

/** Downloads the scenarios as a PDF made by the server, of the version that the page shows. */
export function useSavePdf({ engine: { productId, id, versionId, serviceName } }: Pick<FormSpec, 'engine'>) {
  const api = useApi()
  const downloads = useDownloads()
  const params = { product: productId, engine: id }
  return useMutation({
    mutationFn: ({ scenarios, language }: { scenarios: readonly Values[]; language: 'en' | 'ja' }) =>
      downloads.save(
        () =>
          api.call(getFormPdf, {
            params,
            body: { versionId, scenarios: scenarios.map((one) => ({ ...one })), language },
          }),
        `${serviceName}.pdf`,
      ),
  })
}
