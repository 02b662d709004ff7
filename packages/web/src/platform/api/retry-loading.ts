import { ApiError } from '@sheetwright/contract/api-error.ts'

/** Whether to load once more what could not be loaded. */
export function retryLoading(failures: number, error: Error): boolean {
  return failures < 2 && mayPass(error)
}

/** Only failures of the connection or the server may pass by themselves. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500) && error.code !== 'NETWORK_CANCELLED'
}

export function hasCode(error: Error, code: string): boolean {
  return error instanceof ApiError && error.code === code
}
