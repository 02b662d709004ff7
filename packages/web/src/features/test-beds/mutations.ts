import { ApiError } from '@sheetwright/contract/api-error.ts'
import { commentPublishing } from '@sheetwright/contract/test-beds/comment-publishing.ts'
import { decidePublishing } from '@sheetwright/contract/test-beds/decide-publishing.ts'
import { requestPublishing } from '@sheetwright/contract/test-beds/request-publishing.ts'
import { savePublishRules } from '@sheetwright/contract/test-beds/save-publish-rules.ts'
import { compareTestRuns } from '@sheetwright/contract/test-beds/compare-test-runs.ts'
import { downloadPortfolioImpact } from '@sheetwright/contract/test-beds/download-portfolio-impact.ts'
import { generateTestCases } from '@sheetwright/contract/test-beds/generate-test-cases.ts'
import { replayCalls } from '@sheetwright/contract/test-beds/replay-calls.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import { cancelTestRun } from '@sheetwright/contract/test-beds/cancel-test-run.ts'
import { deleteTestBed } from '@sheetwright/contract/test-beds/delete-test-bed.ts'
import { deleteTestRun } from '@sheetwright/contract/test-beds/delete-test-run.ts'
import { deleteTestBedTemplate } from '@sheetwright/contract/test-beds/delete-test-bed-template.ts'
import { downloadEngineTemplate } from '@sheetwright/contract/test-beds/download-engine-template.ts'
import { downloadTestBedTemplate } from '@sheetwright/contract/test-beds/download-test-bed-template.ts'
import { downloadTestBed } from '@sheetwright/contract/test-beds/download-test-bed.ts'
import { downloadTestRun } from '@sheetwright/contract/test-beds/download-test-run.ts'
import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import { saveCallAsCase } from '@sheetwright/contract/test-beds/save-call-as-case.ts'
import { saveTestBedTemplate } from '@sheetwright/contract/test-beds/save-test-bed-template.ts'
import { saveTestBed } from '@sheetwright/contract/test-beds/save-test-bed.ts'
import { saveTestCases } from '@sheetwright/contract/test-beds/save-test-cases.ts'
import type { TestBedTemplate } from '@sheetwright/contract/test-beds/test-bed-template.ts'
import type { TestBed, TestBedVersion } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import { uploadRegression } from '@sheetwright/contract/test-beds/upload-regression.ts'
import { uploadTestBed } from '@sheetwright/contract/test-beds/upload-test-bed.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { engineKeys } from '../engines/queries.ts'
import { waitForJob } from '../jobs/queries.ts'
import { testKeys } from './queries.ts'

/** Forms show failures at their fields, so no toast is shown. */
const inForm = { announced: false } as const

function useForgetTests() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: testKeys.all })
}

export interface TemplateUpload {
  readonly testbedId?: string
  readonly engineId?: string
  readonly name?: string
  readonly file: File
}

/** Uploads a filled template; `percent` is the upload progress. */
export function useUploadTestBed() {
  const api = useApi()
  const forget = useForgetTests()
  const [percent, setPercent] = useState(0)
  const upload = useMutation({
    mutationFn({ file, ...body }: TemplateUpload) {
      setPercent(0)
      return api.call(uploadTestBed, { body, files: { file }, onUploadProgress: setPercent })
    },
    onSuccess: forget,
    meta: inForm,
  })
  return { ...upload, percent }
}

export function useSaveTestBed() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveTestBed>) => api.call(saveTestBed, { body }),
    onSuccess: forget,
    meta: inForm,
  })
}

export function useDeleteTestBed() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: ({ id }: TestBed) => api.call(deleteTestBed, { params: { testbed: id } }),
    onSuccess: forget,
  })
}

export function useSaveCases(testbed: string) {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveTestCases>) => api.call(saveTestCases, { params: { testbed }, body }),
    onSuccess: forget,
    meta: inForm,
  })
}

/** Saves a logged call as a test case, in a new test bed if none is chosen. */
export function useSaveCallAsCase(engineId: string) {
  const api = useApi()
  const forget = useForgetTests()
  // If the case could not be saved, the next attempt takes the test bed that is there now: its name is in use.
  const made = useRef(new Map<string, string>())

  async function makeTestBed(name: string): Promise<string> {
    const { id } = await api.call(saveTestBed, { body: { engineId, name } })
    made.current.set(name, id)
    return id
  }

  return useMutation({
    async mutationFn(asked: { testbedId?: string; newName?: string; callId: string; name: string }) {
      const { callId, name, newName = '' } = asked
      const testbed = asked.testbedId ?? made.current.get(newName) ?? (await makeTestBed(newName))
      await api.call(saveCallAsCase, { params: { testbed }, body: { callId, name } })
      return testbed
    },
    onSettled: forget,
    meta: inForm,
  })
}

export function useQueueRun() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: (body: SentBody<typeof queueTestRun>) => api.call(queueTestRun, { body }),
    onSuccess: forget,
  })
}

export function useCancelRun() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: (run: TestRun) => api.call(cancelTestRun, { params: { queue: run.testbedQueueId } }),
    onSuccess: forget,
  })
}

export function useDeleteRun() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: (run: TestRun) => api.call(deleteTestRun, { params: { run: run.id } }),
    onSuccess: forget,
  })
}

/** Downloads a template of an engine, to be filled in. */
export function useSaveTemplate() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ engine, format }: { engine: string; format: 'xlsx' | 'csv' }) =>
      downloads.save(
        () => api.call(downloadEngineTemplate, { params: { engine }, query: { format } }),
        `test cases.${format}`,
      ),
  })
}

/** Creates a template with chosen columns. */
export function useMakeTemplate() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveTestBedTemplate>) => api.call(saveTestBedTemplate, { body }),
    onSuccess: forget,
    meta: inForm,
  })
}

export function useDeleteTemplate() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: ({ id }: TestBedTemplate) => api.call(deleteTestBedTemplate, { params: { template: id } }),
    onSuccess: forget,
  })
}

export function useSaveTemplateFile() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ template: { id, name }, number }: { template: TestBedTemplate; number?: number }) =>
      downloads.save(
        () =>
          api.call(downloadTestBedTemplate, {
            params: { template: id },
            query: number === undefined ? {} : { number },
          }),
        `${name}.xlsx`,
      ),
  })
}

/** Uploads a filled template and runs it against engines at once. */
export function useUploadRegression(product: string) {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: ({ file, engines }: { readonly file: File; readonly engines: readonly string[] }) =>
      api.call(uploadRegression, {
        params: { product },
        body: engines.length === 0 ? {} : { engines: engines.join(',') },
        files: { file },
      }),
    onSuccess: forget,
    meta: inForm,
  })
}

export function useSaveCaseFile() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ testbedId, id }: TestBedVersion) =>
      downloads.save(
        () => api.call(downloadTestBed, { params: { testbed: testbedId, version: id } }),
        'test cases.xlsx',
      ),
  })
}

/** Exports the results of a run to a file, and downloads it when it is done. */
export function useSaveResults() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    async mutationFn({ run, format }: { run: TestRun; format: 'CSV' | 'Excel' }) {
      const { taskQueueId } = await api.call(downloadTestRun, { params: { run: run.id }, body: { format } })
      const job = await waitForJob(api, taskQueueId)
      if (job.status !== 'Success') return job
      await downloads.save(() => api.call(downloadJobFile, { params: { job: taskQueueId } }), 'results')
      return job
    },
  })
}

export function useCompareRuns() {
  const api = useApi()
  return useMutation({
    mutationFn: (body: SentBody<typeof compareTestRuns>) => api.call(compareTestRuns, { body }),
    meta: inForm,
  })
}

/** Generates cases and waits for them. */
export function useGenerateCases() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    async mutationFn(body: SentBody<typeof generateTestCases>) {
      const { taskQueueId, testbedId } = await api.call(generateTestCases, { body })
      const job = await waitForJob(api, taskQueueId)
      if (job.status !== 'Success')
        throw new ApiError(job.failureCode ?? 'DEFAULT_ERROR', job.failureReason ?? job.status, { status: 0 })
      return { testbedId }
    },
    onSuccess: forget,
    meta: inForm,
  })
}

export function useReplayCalls() {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: (body: SentBody<typeof replayCalls>) => api.call(replayCalls, { body }),
    onSuccess: forget,
    meta: inForm,
  })
}

export function useSaveImpact(comparison: string) {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: (query: { output: string; segment?: string; format: 'Excel' | 'PDF' }) =>
      downloads.save(() => api.call(downloadPortfolioImpact, { params: { comparison }, query }), 'impact'),
  })
}

export function useSavePublishRules(product: string) {
  const api = useApi()
  const forget = useForgetTests()
  return useMutation({
    mutationFn: (body: SentBody<typeof savePublishRules>) => api.call(savePublishRules, { params: { product }, body }),
    onSuccess: forget,
    meta: inForm,
  })
}

export interface ApprovalAddress {
  readonly product: string
  readonly engine: string
  readonly version: string
}

interface ApprovalStep {
  readonly kind: 'request' | 'comment' | 'approve' | 'reject'
  readonly words: string
}

/** The steps of a publish request; the checks before publishing are refetched afterwards. */
export function useApproval(params: ApprovalAddress) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn({ kind, words }: ApprovalStep) {
      if (kind === 'request') return api.call(requestPublishing, { params, body: { note: words } })
      if (kind === 'comment') return api.call(commentPublishing, { params, body: { comment: words } })
      return api.call(decidePublishing, { params, body: { approve: kind === 'approve', comment: words } })
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: testKeys.all }),
        queries.invalidateQueries({ queryKey: engineKeys.all }),
      ]),
    meta: inForm,
  })
}
