import { CallError } from '../../platform/http/call-error.ts'

export function engineNotFound(engine: string): CallError {
  return new CallError('ENGINE_NOT_FOUND', `There is no engine "${engine}" that was deleted less than 30 days ago`)
}
