import { z } from 'zod'
import type { Call } from './call.ts'
import type { ErrorCode } from './error-codes.ts'

/** Every error code of a call: its own, and those that follow from its declaration. */
export function errorCodesOf(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>(call.errors)
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code)
  }
  add('INVALID_INPUT', 'TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'STORAGE_FULL')
  if (call.caller !== 'anyone') {
    add('UNAUTHORIZED_ACCESS', 'TOKEN_EXPIRED', 'UNAUTHORIZED_USER_GROUP', 'PERMISSION_DENIED', 'TENANT_MISMATCH')
  }
  if ([call.params, call.query, call.body?.schema].some(takesDates)) add('INVALID_DATETIME')
  if (call.rule !== undefined) add('RULE_VALIDATION_FAILED')
  if (call.flag !== undefined) add('AREA_SWITCHED_OFF')
  if (call.body !== undefined) add('REQUEST_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (call.body?.kind === 'form' && Object.keys(call.body.files).length > 0) add('FILE_SIZE_LIMIT_EXCEEDED')
  if (call.output.kind === 'file') add('FILE_NOT_FOUND', 'FILE_DAMAGED', 'RANGE_NOT_SATISFIABLE')
  add(...Object.values(call.fieldCodes ?? {}))
  return [...codes].sort()
}

function takesDates(schema: z.ZodType | undefined): boolean {
  if (schema === undefined) return false
  // A date inside a JSON text, or written in several ways, is one only after it was read.
  return (['input', 'output'] as const).some((io) =>
    /"format":"date(-time)?"/.test(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))),
  )
}
