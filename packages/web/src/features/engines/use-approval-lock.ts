import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { usePublishRequest, usePublishRules } from '../test-beds/queries.ts'
import type { EngineAddress } from './queries.ts'

/** Whether another person approved a version or is asked to, so that it stays as it is. */
export function useApprovalLock(address: EngineAddress, version: EngineVersion): boolean {
  const fourEyes = usePublishRules(address.product).data?.fourEyes === true
  const isPublished = version.publishedAt !== null
  const request = usePublishRequest({ ...address, version: version.id }, fourEyes && !isPublished)
  return fourEyes && (isPublished || (request.data?.state ?? 'rejected') !== 'rejected')
}
