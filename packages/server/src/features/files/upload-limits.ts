import { CallError } from '../../platform/http/call-error.ts'

/** Uploads in parts that one person can have under way. */
export const mostUploads = 1000

export function assertSize(size: number, maxMegabytes: number): void {
  if (size <= maxMegabytes * 1024 * 1024) return
  throw new CallError('FILE_SIZE_LIMIT_EXCEEDED', `Files of up to ${maxMegabytes} MB are accepted`)
}
