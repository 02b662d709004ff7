import { ApiError } from '@sheetwright/contract/api-error.ts'

/** The error code of a failing call. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error('It succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw error
  return error.code
}
