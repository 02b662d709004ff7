import { startApiDoc } from '@sheetwright/contract/api-documentation/start-api-doc.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { waitForJob } from '../jobs/queries.ts'

export interface WantedDoc {
  readonly form: 'html' | 'pdf'
  readonly product: string
  readonly engine?: string
  readonly language: 'en' | 'ja'
}

/** Makes the documentation in a background job and downloads it; after leaving the page it is found among the jobs. */
export function useApiDoc() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    async mutationFn({ form, ...body }: WantedDoc) {
      const { jobId } = await api.call(startApiDoc, { body: { form, ...body } })
      const { status, failureReason } = await waitForJob(api, jobId)
      if (status !== 'Success') throw new Error(failureReason ?? status)
      return downloads.save(() => api.call(downloadJobFile, { params: { job: jobId } }), `api.${form}`)
    },
  })
}
