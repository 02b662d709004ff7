import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { type EngineAddress, type ExecuteBody, type TesterRun } from './run.ts'

export function useExecute({ product, engine }: EngineAddress) {
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
        raw: answer,
      }
    },
    // Shown where the results would be.
    meta: { announced: false },
  })
}

/** Calls an engine as a client would: with an API key, or with the session of the person where there is none. */
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
