import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UploadState, WorkbookUpload } from './mutations.ts'
import { engineKeys } from './queries.ts'

/** An upload in progress, or one whose outcome is not yet dismissed. It lives as long as the page. */
export interface CurrentUpload extends WorkbookUpload, UploadState {
  readonly data: EngineUploadResult | undefined
  readonly error: Error | null
  readonly forget: () => void
}

const begun: UploadState = { percent: 0, job: undefined }

/** The latest upload into a product. */
export function useCurrentUpload(product: string): CurrentUpload | undefined {
  const queries = useQueryClient()
  const filters = { mutationKey: engineKeys.upload(product) }
  const latest = useMutationState({ filters, select: ({ state }) => state }).at(-1)
  const { data: state } = useQuery<UploadState>({
    queryKey: engineKeys.uploadProgress(product),
    queryFn: () => begun,
    enabled: false,
    initialData: begun,
  })
  const variables = latest?.variables as WorkbookUpload | undefined
  if (latest === undefined || variables === undefined) return undefined
  return {
    ...variables,
    ...state,
    data: latest.data as EngineUploadResult | undefined,
    error: latest.error,
    forget() {
      const cache = queries.getMutationCache()
      for (const mutation of cache.findAll(filters)) cache.remove(mutation)
    },
  }
}

/** Tells whether a workbook is already being uploaded for a service, also before the page has shown that. */
export function useIsUploading(product: string) {
  const queries = useQueryClient()
  return ({ file, serviceName }: WorkbookUpload) =>
    queries.isMutating({
      mutationKey: engineKeys.upload(product),
      predicate({ state }) {
        const other = state.variables as WorkbookUpload | undefined
        return other?.file === file && other.serviceName === serviceName
      },
    }) > 0
}
