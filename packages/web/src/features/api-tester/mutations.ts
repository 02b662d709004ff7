import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { downloadOutputFile } from '@sheetwright/contract/execution/download-output-file.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { type EngineAddress, type ExecuteBody, type TesterRun } from './run.ts'

/** `onRun` gets the result also if the page has left the component meanwhile. */
export function useExecute({ product, engine }: EngineAddress, onRun?: (run: TesterRun) => void) {
  const api = useApi()
  return useMutation({
    mutationFn: async (body: ExecuteBody): Promise<TesterRun> => {
      const answer = await api.call(executeEngine, { params: { product, engine }, body })
      return {
        callId: answer.callId,
        at: answer.lastCalcTime,
        revision: answer.revision,
        inputs: body.request_data.inputs,
        outputs: answer.xOutput,
        warnings: answer.engineWarnings.map(({ key, value }) => ({ key, message: value })),
        errors: answer.validationErrors.map(({ additionalDetails, message, sourcePath }) => ({
          key: additionalDetails,
          message,
          cell: sourcePath === '' ? undefined : sourcePath,
        })),
        millis: answer.totalTime,
        solves: answer.solves,
        raw: answer,
      }
    },
    onSuccess: (run) => onRun?.(run),
    // Failures are shown in place of the results.
    meta: { announced: false },
  })
}

/** A file made from a run: the workbook with its inputs and results, or one of its reports as PDF. */
export interface RunFile {
  readonly body: ExecuteBody
  readonly report?: string
  /** Pictures for the report, as data URIs by name. */
  readonly images?: Readonly<Record<string, string>>
}

export function useRunFile({ product, engine }: EngineAddress) {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: async ({ body, ...file }: RunFile) => {
      const { url, fileName } = await api.call(downloadOutput, {
        params: { product, engine },
        body: { ...body, ...file },
      })
      const output = url.slice(url.lastIndexOf('/') + 1)
      await downloads.save(() => api.call(downloadOutputFile, { params: { product, engine, output } }), fileName)
    },
  })
}

/** Calls an engine as a client would: with an API key, or without one with the user's session. */
export function useCallIt({ product, engine }: EngineAddress, apiKey: string | undefined) {
  const api = useApi()
  const { auth } = useAppState()
  return useMutation({
    mutationFn: async (body: ExecuteBody) => {
      const started = performance.now()
      const headers = { 'x-synthetic-key': apiKey ?? '', 'x-tenant-name': auth.tenant }
      const caller = apiKey === undefined ? api : createClient({ baseUrl: '', headers: () => headers })
      const answer = await caller.call(executeEngine, { params: { product, engine }, body })
      return { answer, millis: Math.round(performance.now() - started) }
    },
    meta: { announced: false },
  })
}
