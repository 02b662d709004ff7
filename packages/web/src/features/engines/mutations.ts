import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { deleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { markFavouriteEngine } from '@sheetwright/contract/engines/mark-favourite-engine.ts'
import { undeleteEngine } from '@sheetwright/contract/engines/undelete-engine.ts'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { restoreVersion } from '@sheetwright/contract/engines/restore-version.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { rollBack } from '@sheetwright/contract/engines/roll-back.ts'
import { setVersionState } from '@sheetwright/contract/engines/set-version-state.ts'
import { buildMarkedUpload } from '@sheetwright/contract/engines/build-marked-upload.ts'
import { iterateVersion } from '@sheetwright/contract/engines/iterate-version.ts'
import type { Iteration } from '@sheetwright/contract/engines/iteration.ts'
import type { MarkedInterface } from '@sheetwright/contract/engines/marked-interface.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { deleteChain } from '@sheetwright/contract/execution/delete-chain.ts'
import { executeChain } from '@sheetwright/contract/execution/execute-chain.ts'
import { saveChain } from '@sheetwright/contract/execution/save-chain.ts'
import { deleteProxyRule } from '@sheetwright/contract/execution/delete-proxy-rule.ts'
import { saveProxyRule } from '@sheetwright/contract/execution/save-proxy-rule.ts'
import { getUpload } from '@sheetwright/contract/engines/get-upload.ts'
import { startUpload } from '@sheetwright/contract/engines/start-upload.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { waitForJob } from '../jobs/queries.ts'
import { productKeys } from '../products/queries.ts'
import { withFavouriteEngine } from './cached-engines.ts'
import { type EngineAddress, engineKeys } from './queries.ts'

/** Forms show failures at their fields, so no toast is shown. */
const inForm = { announced: false } as const

function useForgetEngines() {
  const queries = useQueryClient()
  return () =>
    Promise.all([engineKeys.all, productKeys.all].map((queryKey: QueryKey) => queries.invalidateQueries({ queryKey })))
}

/** A workbook that becomes a version of the engine with this service name. */
export interface WorkbookUpload {
  readonly file: File
  readonly serviceName: string
  /** Set if the workbook is already uploaded: its id, and the inputs and outputs marked since. */
  readonly marked?: { readonly upload: string; readonly interface: MarkedInterface } | undefined
  /** How circular references are iterated; undefined to let the file and its saved values decide. */
  readonly iteration?: Iteration | undefined
  /** Set if the workbook is already a version: that version, and its new iteration settings. */
  readonly iterated?: IteratedVersion | undefined
}

interface IteratedVersion {
  readonly engine: string
  readonly version: string
  /** Null to let the file and its saved values decide. */
  readonly iteration: Iteration | null
}

/** The progress of an upload: the bytes, then the job that reads, compiles and proves the workbook. */
export interface UploadState {
  readonly percent: number
  readonly job: Job | undefined
  /** The id on the server, once the upload is complete. */
  readonly upload?: string | undefined
}

/** Uploads a workbook and waits for the outcome. It goes on without the dialog; `useCurrentUpload` finds it again. */
export function useUploadWorkbook(product: string) {
  const api = useApi()
  const queries = useQueryClient()
  const forget = useForgetEngines()
  return useMutation({
    mutationKey: engineKeys.upload(product),
    async mutationFn({ file, serviceName, marked, iteration, iterated }: WorkbookUpload): Promise<EngineUploadResult> {
      const show = (state: UploadState) => queries.setQueryData(engineKeys.uploadProgress(product), state)
      show({ percent: 0, job: undefined })
      const begin = () => {
        if (iterated !== undefined) return api.call(iterateVersion, asIterated(product, iterated))
        if (marked !== undefined && iteration === undefined) {
          const { upload: id, interface: ports } = marked
          return api.call(buildMarkedUpload, { params: { product, upload: id }, body: { interface: ports } })
        }
        return api.call(startUpload, {
          params: { product },
          body: { data: JSON.stringify({ serviceName, iteration, interface: marked?.interface }) },
          files: { file },
          onUploadProgress: (percent) => show({ percent: Math.min(percent, 99), job: undefined }),
        })
      }
      const { jobId, originalFileDocumentId: upload } = await begin()
      show({ percent: 100, job: undefined, upload })
      await waitForJob(api, jobId, (job) => show({ percent: 100, job, upload }))
      return uploadOutcome(api, product, upload)
    },
    onSettled: forget,
    gcTime: Number.POSITIVE_INFINITY,
    meta: inForm,
  })
}

function asIterated(product: string, { engine, version, iteration }: IteratedVersion) {
  return { params: { product, engine, version }, body: { iteration } }
}

/** Creates a draft of a version with other iteration settings, and waits for it. */
export function useIterateVersion(product: string) {
  const api = useApi()
  return useMutation({
    async mutationFn(asked: IteratedVersion): Promise<EngineUploadResult> {
      const { jobId, originalFileDocumentId } = await api.call(iterateVersion, asIterated(product, asked))
      await waitForJob(api, jobId, () => undefined)
      return uploadOutcome(api, product, originalFileDocumentId)
    },
    onSuccess: useForgetEngines(),
    meta: inForm,
  })
}

async function uploadOutcome(api: Client, product: string, upload: string): Promise<EngineUploadResult> {
  const { result, failure } = await api.call(getUpload, { params: { product, upload } })
  if (result !== null) return result
  // A cancelled job has neither.
  if (failure === null) throw new ApiError('NETWORK_CANCELLED', 'The upload was cancelled')
  throw new ApiError(failure.code, failure.message, {
    status: 400,
    fieldErrors: failure.errors,
    correlationId: failure.correlationId,
  })
}

export function usePublishVersion(address: EngineAddress) {
  const api = useApi()
  return useMutation({
    mutationFn: (body: NonNullable<SentBody<typeof publishEngine>>) =>
      api.call(publishEngine, { params: address, body }),
    onSuccess: useForgetEngines(),
    meta: inForm,
  })
}

export type EngineChange = SentBody<typeof updateEngine>

export function useUpdateEngine(address: EngineAddress) {
  const api = useApi()
  return useMutation({
    mutationFn: (body: EngineChange) => api.call(updateEngine, { params: address, body }),
    onSuccess: useForgetEngines(),
    meta: inForm,
  })
}

export function useSetVersionState(address: EngineAddress) {
  const api = useApi()
  return useMutation({
    mutationFn: ({ version, state }: { version: string } & SentBody<typeof setVersionState>) =>
      api.call(setVersionState, { params: { ...address, version }, body: { state } }),
    onSuccess: useForgetEngines(),
  })
}

/** Deactivates the running version in favour of the one before it. */
export function useRollBack(address: EngineAddress) {
  const api = useApi()
  return useMutation({
    mutationFn: (version: string) => api.call(rollBack, { params: { ...address, version } }),
    onSuccess: useForgetEngines(),
  })
}

export function useRestoreVersion(address: EngineAddress) {
  const api = useApi()
  return useMutation({
    mutationFn: (version: string) => api.call(restoreVersion, { params: { ...address, version } }),
    onSuccess: useForgetEngines(),
  })
}

/** Optimistic wherever the engine is shown; rolled back if the server refuses. */
export function useMarkFavouriteEngine() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ engine, isFavourite }: { engine: Engine; isFavourite: boolean }) =>
      api.call(markFavouriteEngine, {
        params: { product: engine.productId, engine: engine.id, flag: isFavourite ? 'true' : 'false' },
      }),
    onMutate: async ({ engine, isFavourite }) => {
      await queries.cancelQueries({ queryKey: engineKeys.all })
      const before = queries.getQueriesData({ queryKey: engineKeys.all })
      queries.setQueriesData({ queryKey: engineKeys.all }, (data: unknown) =>
        withFavouriteEngine(data, engine.id, isFavourite),
      )
      return before
    },
    onError: (_error, _change, before) => {
      for (const [key, data] of before ?? []) queries.setQueryData(key, data)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: engineKeys.all }),
  })
}

export function useDeleteEngine() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (engine: Engine) =>
      api.call(deleteEngine, { params: { product: engine.productId, engine: engine.id } }),
    onSuccess: (_answer, engine) => {
      // The page of the engine is about to be left; refetching it would only fail.
      void queries.invalidateQueries({
        queryKey: engineKeys.all,
        predicate: ({ queryKey }) => !JSON.stringify(queryKey).includes(engine.id),
      })
      void queries.invalidateQueries({ queryKey: productKeys.all })
    },
  })
}

export function useUndeleteEngine() {
  const api = useApi()
  return useMutation({
    mutationFn: (engine: Pick<Engine, 'id' | 'productId'>) =>
      api.call(undeleteEngine, { params: { product: engine.productId, engine: engine.id } }),
    onSuccess: useForgetEngines(),
  })
}

export function useSaveProxy({ product, engine }: EngineAddress) {
  const api = useApi()
  return useMutation({
    mutationFn: (suffix: string) =>
      api.call(saveProxyRule, { body: { ProductName: product, ServiceName: engine, UrlSuffix: suffix } }),
    onSuccess: useForgetEngines(),
    meta: inForm,
  })
}

export function useDeleteProxy() {
  const api = useApi()
  return useMutation({
    mutationFn: (rule: string) => api.call(deleteProxyRule, { params: { rule } }),
    onSuccess: useForgetEngines(),
  })
}

export function useSaveChain(address: EngineAddress) {
  const api = useApi()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveChain>) => api.call(saveChain, { params: address, body }),
    onSuccess: useForgetEngines(),
    meta: inForm,
  })
}

/** Runs a chain with the inputs of its first engine. */
export function useExecuteChain(address: EngineAddress, chain: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (inputs: Readonly<Record<string, unknown>>) =>
      api.call(executeChain, { params: address, query: { chain }, body: { request_data: { inputs } } }),
    meta: inForm,
  })
}

export function useDeleteChain(address: EngineAddress) {
  const api = useApi()
  return useMutation({
    mutationFn: (chain: string) => api.call(deleteChain, { params: { ...address, chain } }),
    onSuccess: useForgetEngines(),
  })
}
