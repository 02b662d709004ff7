import { ApiError } from '@sheetwright/contract/api-error.ts'

/** Whether to retry a failed query. */
export function retryLoading(failures: number, error: Error): boolean {
  return failures < 2 && isTemporary(error)
}

/** Only failures of the connection or the server can be temporary. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500) && error.code !== 'NETWORK_CANCELLED'
}

export function hasCode(error: Error, code: string): boolean {
  return error instanceof ApiError && error.code === code
}
