import type { RequestMeta } from '@sheetwright/contract/execution/request.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Executed } from './execute-single.ts'
import { subserviceOf } from './run-meta.ts'

/** The path by which clients find a refused input. */
const inputsPath = 'body.request_data.inputs'

/** What the caller sent. */
interface Asked {
  readonly inputs: EngineInputs
  readonly meta: Pick<RequestMeta, 'service_category'>
}

/** Refuses a call whose inputs the engine rejected, with the problem of each. */
export function assertInputsTaken(executed: Executed, asked: Asked, step?: string): void {
  const {
    result,
    chosen: { version },
  } = executed
  if (result.refused !== true) return
  const fieldOf = fieldFinder(executed, asked)
  const errors = result.errors.map(({ key, message, cell }) => ({
    field: fieldOf(key),
    message: cell === undefined ? message : `${message} (${cell})`,
  }))
  const what = result.errors.map(({ key, message }) => (key === '' ? message : `${key}: ${message}`)).join(' ')
  const who = step === undefined ? `${version.serviceName} ${version.revision}` : `Step ${step}`
  throw new CallError('INVALID_INPUT', `${who} refused the inputs. ${what}`, errors)
}

/** Where the value is that a message of the engine is about; a rule of the workbook may have a name of its own. */
function fieldFinder({ engine: { ports } }: Executed, { inputs: given, meta }: Asked): (key: string) => string {
  const subservice = subserviceOf(meta.service_category)?.toLowerCase()
  const known = ports.subservices.find(({ name }) => name.toLowerCase() === subservice)
  const inputs = (subservice === undefined ? ports : known)?.inputs ?? []
  // As the caller wrote them, if they did.
  const names = new Map(
    [...inputs.map(({ name }) => name), ...Object.keys(given)].map((name) => [name.toLowerCase(), name]),
  )
  return (key) => {
    if (key === '') return inputsPath
    const name = names.get(key.toLowerCase())
    return name === undefined ? key : `${inputsPath}.${name}`
  }
}
