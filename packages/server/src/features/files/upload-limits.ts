import { CallError } from '../../platform/http/call-error.ts'

/** The most chunked uploads one person can have in progress. */
export const mostUploads = 1000

export function assertSize(size: number, maxMegabytes: number): void {
  if (size <= maxMegabytes * 1024 * 1024) return
  throw new CallError('FILE_SIZE_LIMIT_EXCEEDED', `Files of up to ${maxMegabytes} MB are accepted`)
}
