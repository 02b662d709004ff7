import type { ConfigurationFile } from '@sheetwright/contract/configuration/configuration-file.ts'
import { categoryIcon } from '@sheetwright/contract/categories/category.ts'
import { areaFlags } from '@sheetwright/contract/system/area-flags.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { readColumns } from '../board/board.store.ts'
import { areaExists } from '../system/configuration.access.ts'
import { readLookupEntries, type TenantEntry } from '../system/lookup.store.ts'
import { listGroups } from '../user-groups/user-group.store.ts'

/** The tenant's configuration as a file. */
export async function currentConfiguration(tx: TenantTransaction): Promise<ConfigurationFile> {
  const own = await readLookupEntries(tx)
  const columns = await readColumns(tx)
  const groups = await listGroups(tx, { query: '', page: 1, pageSize: 5000 })
  const entries = (lookup: TenantEntry['lookup']) => own.filter((entry) => entry.lookup === lookup)
  const plain = (lookup: TenantEntry['lookup']) => entries(lookup).map(({ key, value }) => ({ key, value }))
  const off = new Set(entries('AreaFlags').flatMap(({ key, value }) => (value === 'false' ? [key] : [])))
  return {
    format: 'sheetwright.configuration',
    version: 1,
    flags: Object.fromEntries(areaFlags.filter((flag) => areaExists[flag]).map((flag) => [flag, !off.has(flag)])),
    userGuideUrl: entries('GitBookUrl')[0]?.value ?? null,
    categories: entries('ProductCategories').map(({ key, value, icon }) => ({
      key,
      value,
      icon: categoryIcon.safeParse(icon).data ?? null,
    })),
    productStatuses: plain('ProductStatus'),
    purposes: plain('ExecutePurpose'),
    fileTypes: plain('FileTypes'),
    boardColumns: columns.map(({ name, builtIn }) => ({ name, builtIn })),
    groupRules: groups.items.map(({ label, moduleRules }) => ({ userGroup: label, moduleRules })),
  }
}
