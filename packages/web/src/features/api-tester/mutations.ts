import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
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
