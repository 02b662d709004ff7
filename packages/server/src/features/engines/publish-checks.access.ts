import type { PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import type { StoredVersion } from './engine-version.store.ts'
import { checksOf } from './publish-checks.ts'

/** For features that show the checks of a version before it is published. */
export function publishChecks(tx: TenantTransaction, files: Files, version: StoredVersion): Promise<PublishCheck[]> {
  return checksOf(tx, files, version)
}
