import type { RoadmapTask } from '@sheetwright/contract/roadmap/roadmap-task.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { ProductReader } from '../products/product.access.ts'
import { findProduct, listProducts, type StoredProduct } from '../products/product.store.ts'
import { isAmong, orderTasks, readDependencies, readProgress } from './roadmap.store.ts'

export function productNotFound(id: string): CallError {
  return new CallError('PRODUCT_NOT_FOUND', `There is no product "${id}"`)
}

/** The product that a call names; throws if it does not exist. */
export async function productOnRoadmap(
  tx: TenantTransaction,
  reader: ProductReader,
  id: string,
): Promise<StoredProduct> {
  const product = await findProduct(tx, reader, id)
  if (product === undefined) throw productNotFound(id)
  return product
}

/** Products as the roadmap shows them. */
export async function roadmapAnswer(
  tx: TenantTransaction,
  reader: ProductReader,
  found: readonly StoredProduct[],
): Promise<RoadmapTask[]> {
  const ids = found.map(({ id }) => id)
  const progress = await readProgress(tx, ids)
  const dependencies = await visibleDependencies(tx, reader, ids)
  return found.map(({ id, name, startDate, launchDate, status, access }) => ({
    id,
    name,
    start: startDate,
    end: launchDate,
    progress: progress.get(id) ?? 0,
    dependencies: dependencies.get(id) ?? [],
    status,
    access,
  }))
}

/** For each product, the products it depends on that the reader sees. */
export async function visibleDependencies(
  tx: TenantTransaction,
  reader: ProductReader,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const all = await readDependencies(tx, ids)
  const seen = await visibleIds(tx, reader, [...new Set(all.map(({ dependsOn }) => dependsOn))])
  const byProduct = new Map<string, string[]>()
  for (const { productId, dependsOn } of all) {
    if (!seen.has(dependsOn)) continue
    byProduct.set(productId, [...(byProduct.get(productId) ?? []), dependsOn])
  }
  return byProduct
}

/** The ids that are live products and visible to the reader. */
export async function visibleIds(
  tx: TenantTransaction,
  reader: ProductReader,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const filters = [isAmong(ids)]
  const wanted = { page: 1, pageSize: ids.length, sort: 'name', order: orderTasks('name'), filters }
  const { items } = await listProducts(tx, reader, wanted)
  return new Set(items.map(({ id }) => id))
}
