import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Executed } from './execute-single.ts'

/** The path by which clients find a refused input. */
const inputsPath = 'body.request_data.inputs'

/** Refuses a call whose inputs the engine rejected, with the problem of each. */
export function assertInputsTaken({ result, chosen: { version } }: Executed, given: EngineInputs, step?: string): void {
  if (result.refused !== true) return
  // As the caller wrote them.
  const names = new Map(Object.keys(given).map((name) => [name.toLowerCase(), name]))
  const errors = result.errors.map(({ key, message, cell }) => ({
    field: fieldOf(names.get(key.toLowerCase()), key),
    message: cell === undefined ? message : `${message} (${cell})`,
  }))
  const what = result.errors.map(({ key, message }) => (key === '' ? message : `${key}: ${message}`)).join(' ')
  const who = step === undefined ? `${version.serviceName} ${version.revision}` : `Step ${step}`
  throw new CallError('INVALID_INPUT', `${who} refused the inputs. ${what}`, errors)
}

function fieldOf(given: string | undefined, key: string): string {
  if (given !== undefined) return `${inputsPath}.${given}`
  return key === '' ? inputsPath : key
}
