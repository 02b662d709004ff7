import { type DmlDialect, type DmlOptions, type DmlRun, type SmartLevel } from '@sheetwright/contract/dml/dml.ts'
import { downloadDml } from '@sheetwright/contract/dml/download-dml.ts'
import { generateDml } from '@sheetwright/contract/dml/generate-dml.ts'
import { cancelJob } from '@sheetwright/contract/jobs/cancel-job.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { dmlKeys, type DmlSource } from './queries.ts'

interface Wanted extends DmlSource {
  readonly dialect: DmlDialect
  readonly level: SmartLevel
  readonly options: DmlOptions
}

export function useGenerate() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ product, engine, dialect, level, options }: Wanted) =>
      api.call(generateDml, {
        params: { product, engine, dialect },
        body: { smartLevel: String(level) as '0' | '1' | '2', options: JSON.stringify(options) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: dmlKeys.runs }),
    meta: { announced: false },
  })
}

export function useCancelDml() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ queueId }: DmlRun) => api.call(cancelJob, { params: { job: queueId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: dmlKeys.runs }),
  })
}

/** Downloads the zip or the log of a run. */
export function useSaveDmlFile() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: (file: string) => downloads.save(() => api.call(downloadDml, { params: { file } }), file),
  })
}
