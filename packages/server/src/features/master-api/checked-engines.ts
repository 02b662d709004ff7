import type { CheckedEngine } from '@sheetwright/contract/master-api/check-engines.ts'
import { type ApiField, checkInterface } from '@sheetwright/contract/master-api/master-api-definition.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { readBuild, renamedInterface } from '../engines/engine-build.store.ts'
import { inProduct } from '../engines/engine-filter.store.ts'
import { listEngines } from '../engines/engine.store.ts'
import { byServiceName } from './engine-order.store.ts'

/** The most engines that are checked. */
const mostEngines = 1000

/** Checks every engine of a product that the caller sees against fields. */
export async function checkedEngines(
  tx: TenantTransaction,
  files: Files,
  caller: UserIdentity,
  productId: string,
  fields: readonly ApiField[],
): Promise<CheckedEngine[]> {
  const { items } = await listEngines(tx, caller, {
    page: 1,
    pageSize: mostEngines,
    order: byServiceName(),
    filters: [inProduct(productId)],
  })
  const checked: CheckedEngine[] = []
  for (const { id: engineId, serviceName, version } of items) {
    if (version === null) continue
    const build = await readBuild(files, tx.tenantId, version.buildHash)
    const shown = renamedInterface(build.publicInterface, version.portNames)
    checked.push({ engineId, serviceName, revision: version.revision, problems: checkInterface(fields, shown) })
  }
  return checked
}
