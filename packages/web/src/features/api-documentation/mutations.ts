import { exportAsPdf } from '@sheetwright/contract/api-documentation/export-as-pdf.ts'
import { generateApiDoc } from '@sheetwright/contract/api-documentation/generate-api-doc.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'

export interface WantedDoc {
  readonly form: 'html' | 'pdf'
  readonly product: string
  readonly engine?: string
  readonly language: 'en' | 'ja'
}

/** Makes the documentation and hands it to the browser. */
export function useApiDoc() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ form, ...body }: WantedDoc) =>
      downloads.save(() => api.call(form === 'pdf' ? exportAsPdf : generateApiDoc, { body }), `api.${form}`),
  })
}
