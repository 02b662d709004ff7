import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Executed } from './execute-single.ts'

/** The path by which clients find a refused input. */
const inputsPath = 'body.request_data.inputs'

/** Refuses a call whose inputs the engine rejected, with the problem of each. */
export function assertInputsTaken({ result, chosen: { version } }: Executed, given: EngineInputs, step?: string): void {
  if (result.refused !== true) return
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()))
  const errors = result.errors.map(({ key, message, cell }) => ({
    field: names.has(key.toLowerCase()) ? `${inputsPath}.${key}` : key === '' ? inputsPath : key,
    message: cell === undefined ? message : `${message} (${cell})`,
  }))
  const what = result.errors.map(({ key, message }) => (key === '' ? message : `${key}: ${message}`)).join(' ')
  const who = step === undefined ? `${version.serviceName} ${version.revision}` : `Step ${step}`
  throw new CallError('INVALID_INPUT', `${who} refused the inputs. ${what}`, errors)
}
