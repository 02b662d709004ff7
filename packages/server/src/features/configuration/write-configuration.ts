import type { ConfigurationFile } from '@sheetwright/contract/configuration/configuration-file.ts'
import { areaFlags } from '@sheetwright/contract/system/area-flags.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import {
  insertColumn,
  lockBoard,
  mergeColumn,
  orderColumns,
  placeNewProducts,
  readColumns,
  setColumn,
} from '../board/board.store.ts'
import { listCategories, lockCategories } from '../categories/category.store.ts'
import { takeOutOfCategory } from '../products/product.store.ts'
import { areaExists } from '../system/configuration.access.ts'
import { removeLookupEntry, replaceLookupEntries, saveLookupEntry } from '../system/lookup.store.ts'
import { insertGroup, listGroups, setRules } from '../user-groups/user-group.store.ts'

/** Makes the configuration match the file. If a part is refused, the caller's transaction rolls everything back. */
export async function writeConfiguration(
  tx: TenantTransaction,
  file: ConfigurationFile,
  options: { readonly clearOtherGroups: boolean },
): Promise<void> {
  await writeFlags(tx, file)
  await writeLists(tx, file)
  await writeColumns(tx, file)
  await writeGroups(tx, file, options.clearOtherGroups)
}

async function writeFlags(tx: TenantTransaction, { flags, userGuideUrl }: ConfigurationFile): Promise<void> {
  for (const flag of areaFlags) {
    if (flags[flag] === undefined) continue
    if (flags[flag] && !areaExists[flag]) {
      throw new CallError('INVALID_INPUT', 'This installation does not have the area', [
        { field: `body.flags.${flag}`, message: 'cannot be switched on: this installation does not have it' },
      ])
    }
    if (flags[flag]) await removeLookupEntry(tx, 'AreaFlags', flag)
    else await saveLookupEntry(tx, 'AreaFlags', flag, 'false')
  }
  if (userGuideUrl === null) await removeLookupEntry(tx, 'GitBookUrl', 'GitBookUrl')
  else await saveLookupEntry(tx, 'GitBookUrl', 'GitBookUrl', userGuideUrl)
}

async function writeLists(tx: TenantTransaction, file: ConfigurationFile): Promise<void> {
  await lockCategories(tx)
  const before = await listCategories(tx)
  const plain = (entries: ConfigurationFile['purposes']) => entries.map((entry) => ({ ...entry, icon: null }))
  await replaceLookupEntries(tx, 'ProductCategories', file.categories)
  await replaceLookupEntries(tx, 'ProductStatus', plain(file.productStatuses))
  await replaceLookupEntries(tx, 'ExecutePurpose', plain(file.purposes))
  await replaceLookupEntries(tx, 'FileTypes', plain(file.fileTypes))
  const left = new Set((await listCategories(tx)).map(({ key }) => key))
  for (const { key, value } of before.filter((category) => !left.has(category.key))) {
    const products = await takeOutOfCategory(tx, key)
    if (products > 0) throw new CallError('CATEGORY_IN_USE', `${products} products are in the category "${value}"`)
  }
}

/** Matches columns by name, or by the built-in column. Cards of a removed column go to the first. */
async function writeColumns(tx: TenantTransaction, { boardColumns: wanted }: ConfigurationFile): Promise<void> {
  await lockBoard(tx)
  const left = await readColumns(tx)
  const [first] = left
  const ids: string[] = []
  for (const column of wanted) {
    const same = left.findIndex(
      ({ name, builtIn }) => name === column.name || (builtIn !== null && builtIn === column.builtIn),
    )
    const [found] = same < 0 ? [] : left.splice(same, 1)
    const { id } = found ?? (await insertColumn(tx, `${column.name} ${ids.length}`))
    ids.push(id)
  }
  const [target] = ids
  if (target === undefined) throw new CallError('LAST_KANBAN_STATUS', 'A board keeps at least one column')
  if (first !== undefined && first.id !== target) await placeNewProducts(tx, first.id)
  for (const { id } of left) await mergeColumn(tx, id, target)
  // Set names last, so that two columns can swap theirs.
  for (const [index, id] of ids.entries()) await setColumn(tx, id, { name: id, builtIn: null, position: index })
  for (const [index, column] of wanted.entries()) {
    await setColumn(tx, ids[index] ?? '', { ...column, position: index + 1 })
  }
  await orderColumns(tx, ids)
}

async function writeGroups(tx: TenantTransaction, file: ConfigurationFile, clearOthers: boolean): Promise<void> {
  for (const { userGroup, moduleRules } of file.groupRules) {
    await insertGroup(tx, userGroup)
    await setRules(tx, userGroup, moduleRules)
  }
  if (!clearOthers) return
  const named = new Set(file.groupRules.map(({ userGroup }) => userGroup))
  const { items } = await listGroups(tx, { query: '', page: 1, pageSize: 5000 })
  for (const { label } of items.filter((group) => !named.has(group.label))) await setRules(tx, label, [])
}
