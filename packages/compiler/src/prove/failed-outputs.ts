import type { EngineResult } from '@sheetwright/runtime/engine/call.ts'

export interface FailedOutput {
  readonly name: string
  readonly message: string
}

/** Outputs with an error, each with its first message. */
export function failedOutputs({ outputs, errors }: Pick<EngineResult, 'outputs' | 'errors'>): FailedOutput[] {
  return Object.keys(outputs).flatMap((name) => {
    const error = errors.find(({ key }) => key === name)
    if (error === undefined) return []
    return [{ name, message: error.cell === undefined ? error.message : `${error.message} (${error.cell})` }]
  })
}
