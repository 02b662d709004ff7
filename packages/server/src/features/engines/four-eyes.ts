import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { latestRequest, readRules } from '../test-beds/publish-gate.store.ts'
import type { EffectiveRange } from './effective-dates.ts'
import type { StoredEngine } from './engine.store.ts'
import { listVersions, type StoredVersion } from './engine-version.store.ts'

/**
 * Where a product requires the approval of another person, nobody changes alone what callers get: neither what was
 * approved nor what is being reviewed. Whoever makes the change has locked the engine, so that nothing is published
 * meanwhile.
 */
async function needsApproval(tx: TenantTransaction, { productId }: Pick<StoredEngine, 'productId'>): Promise<boolean> {
  const { fourEyes } = await readRules(tx, productId)
  return fourEyes
}

async function isUnderReview(tx: TenantTransaction, versionId: string): Promise<boolean> {
  const request = await latestRequest(tx, versionId, '')
  return request !== undefined && request.state !== 'rejected'
}

type Computation = Pick<StoredEngine, 'engineType' | 'connectorUrl'>

export function isSameComputation(before: Computation, after: Computation): boolean {
  return after.engineType === before.engineType && after.connectorUrl === before.connectorUrl
}

/** Refuses another type or connector once a version was published or is under review. */
export async function assertSameComputation(
  tx: TenantTransaction,
  engine: Pick<StoredEngine, 'id' | 'productId'> & Computation,
  after: Computation,
): Promise<void> {
  if (isSameComputation(engine, after) || !(await needsApproval(tx, engine))) return
  for (const version of await listVersions(tx, engine.id, { withArchived: true })) {
    if (version.publishedAt === null && !(await isUnderReview(tx, version.id))) continue
    throw new CallError(
      'APPROVAL_REQUIRED',
      `Version ${version.revision} was published or is under review, and this product requires the approval of another person: type and connector of the engine stay. Upload the workbook as a new engine and request its publication, or ask a supervisor to change the rules of the product.`,
    )
  }
}

/** Refuses other names and properties of a version under review. */
export async function assertNotUnderReview(
  tx: TenantTransaction,
  engine: StoredEngine,
  { id, revision }: StoredVersion,
): Promise<void> {
  if (!(await needsApproval(tx, engine)) || !(await isUnderReview(tx, id))) return
  throw new CallError(
    'APPROVAL_REQUIRED',
    `Publishing version ${revision} was requested: its names and properties stay as they are reviewed. They can be changed after a rejection, or in a new draft.`,
  )
}

/** Refuses other effective dates, which decide what serves, once a version was published or is under review. */
export async function assertSameDates(
  tx: TenantTransaction,
  engine: StoredEngine,
  version: StoredVersion,
  { effectiveStart, effectiveEnd }: EffectiveRange,
): Promise<void> {
  const isSame =
    effectiveStart.toISOString() === version.effectiveStartDate &&
    effectiveEnd.toISOString() === version.effectiveEndDate
  if (isSame || !(await needsApproval(tx, engine))) return
  if (version.publishedAt !== null) {
    throw new CallError(
      'APPROVAL_REQUIRED',
      `Version ${version.revision} was published, and this product requires the approval of another person: its effective dates stay. Restore it as a draft, set the dates there and request its publication, or ask a supervisor to change the rules of the product.`,
    )
  }
  if (!(await isUnderReview(tx, version.id))) return
  throw new CallError(
    'APPROVAL_REQUIRED',
    `Publishing version ${version.revision} was requested: its effective dates stay as they are reviewed. They can be changed after a rejection, or in a new draft.`,
  )
}

/** Refuses to put a version back into use: its approval was for its first publication. */
export async function assertNotPutBack(
  tx: TenantTransaction,
  engine: StoredEngine,
  { revision }: StoredVersion,
): Promise<void> {
  if (!(await needsApproval(tx, engine))) return
  throw new CallError(
    'APPROVAL_REQUIRED',
    `This product requires the approval of another person, so nobody puts version ${revision} back into use alone. Restore it as a draft and request its publication, or ask a supervisor to change the rules of the product.`,
  )
}
