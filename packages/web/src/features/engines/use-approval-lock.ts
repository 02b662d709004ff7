import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { usePublishRequest, usePublishRules } from '../test-beds/queries.ts'
import { type EngineAddress, useEngineVersions } from './queries.ts'

/** Why a version stays as it is: another person approved its publication, or was asked to. */
export type ApprovalLock = 'published' | 'reviewed'

export function useApprovalLock(address: EngineAddress, version: EngineVersion): ApprovalLock | undefined {
  const fourEyes = usePublishRules(address.product).data?.fourEyes === true
  const isPublished = version.publishedAt !== null
  const request = usePublishRequest({ ...address, version: version.id }, fourEyes && !isPublished)
  if (!fourEyes) return undefined
  if (isPublished) return 'published'
  return (request.data?.state ?? 'rejected') === 'rejected' ? undefined : 'reviewed'
}

/** Whether the engine keeps its type, because it is that of its published versions too. */
export function useTypeLock(address: EngineAddress): boolean {
  const fourEyes = usePublishRules(address.product).data?.fourEyes === true
  const versions = useEngineVersions(address.product, address.engine, true).data ?? []
  return fourEyes && versions.some(({ publishedAt }) => publishedAt !== null)
}
