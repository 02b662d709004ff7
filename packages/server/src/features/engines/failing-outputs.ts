import { errorFromCode } from '@sheetwright/runtime/values.ts'
import type { EngineBuild } from './build/engine-build.ts'

interface FailingOutput {
  readonly name: string
  readonly message: string
}

/** Outputs that are errors on the defaults. Builds of earlier versions of the product stored only the results. */
export function failingOutputs({
  failedOutputs,
  defaultsResults,
}: Pick<EngineBuild, 'failedOutputs' | 'defaultsResults'>): FailingOutput[] {
  if (failedOutputs !== undefined) return [...failedOutputs]
  return Object.entries(defaultsResults).flatMap(([name, value]) => {
    const error = firstError(value)
    return error === undefined ? [] : [{ name, message: error }]
  })
}

function firstError(value: unknown): string | undefined {
  if (typeof value === 'string') return errorFromCode(value) && value
  if (typeof value !== 'object' || value === null) return undefined
  for (const part of Object.values(value)) {
    const error = firstError(part)
    if (error !== undefined) return error
  }
  return undefined
}
