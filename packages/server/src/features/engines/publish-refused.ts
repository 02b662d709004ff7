import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Services } from '../../services.ts'
import { tellGateFailed } from '../webhooks/webhook.store.ts'

interface RefusedVersion {
  readonly engineId: string
  readonly versionId: string
}

/** Thrown if its checks refuse a version. */
class PublishRefused extends CallError {
  readonly about: RefusedVersion

  constructor(cause: CallError, about: RefusedVersion) {
    super(cause.code, cause.message, cause.errors, cause.retryAfter)
    this.about = about
  }
}

/** Adds to the error of a refusing check which version it is about. */
export function refusing(about: RefusedVersion, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof CallError && error.code !== 'PERMISSION_DENIED' ? new PublishRefused(error, about) : error
  }
}

/** A transaction that publishes. If it is refused, webhooks are notified after everything is rolled back. */
export async function inPublishing<T>(
  { db }: Pick<Services, 'db'>,
  tenantId: string,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await db.inTenant(tenantId, work)
  } catch (error) {
    if (error instanceof PublishRefused) {
      const { about, message } = error
      await db.inTenant(tenantId, (tx) => tellGateFailed(tx, { ...about, message }))
    }
    throw error
  }
}
