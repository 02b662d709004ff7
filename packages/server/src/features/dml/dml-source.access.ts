import { masterReferencePlace } from '@sheetwright/contract/dml/dml.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { assertMayLeave, requireEngine, requireVersion } from '../engines/engine.access.ts'
import { requireDocument, requireMasterVersion } from '../master-references/master-reference.access.ts'
import type { NewDmlRun } from './dml-run.store.ts'

type Source = Pick<
  NewDmlRun,
  'sourceKind' | 'sourceId' | 'sourceName' | 'productId' | 'productName' | 'revision' | 'workbookHash'
>

/** The workbook that tables are read from. Its content leaves the product, so the engine has to allow that. */
export async function requireSource(
  tx: TenantTransaction,
  caller: UserIdentity,
  { product, engine: name }: { readonly product: string; readonly engine: string },
  version: string | undefined,
): Promise<Source> {
  if (product.toLowerCase() === masterReferencePlace) {
    const document = await requireDocument(tx, name)
    const found = await requireMasterVersion(tx, document, version ?? document.shownVersionId)
    return {
      sourceKind: 'masterReference',
      sourceId: document.id,
      sourceName: document.serviceName,
      productId: null,
      productName: null,
      revision: found.revision,
      workbookHash: found.fileHash,
    }
  }
  const engine = await requireEngine(tx, caller, { product, engine: name }, 'read')
  assertMayLeave(engine)
  const found = version === undefined ? engine.version : await requireVersion(tx, engine, version)
  if (found === null) throw new CallError('NO_ACTIVE_VERSION', `The engine "${engine.serviceName}" has no version yet`)
  return {
    sourceKind: 'engine',
    sourceId: engine.id,
    sourceName: engine.serviceName,
    productId: engine.productId,
    productName: engine.productName,
    revision: found.revision,
    workbookHash: found.fileHash,
  }
}

/** Supervisors see everybody's runs; undefined means all. */
export function seenRunsOf({ isAdmin, isSuperuser, userId }: UserIdentity): string | undefined {
  return isAdmin || isSuperuser ? undefined : userId
}
