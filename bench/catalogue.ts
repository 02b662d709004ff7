import type { SentBody } from '@sheetwright/contract/call.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { seedTenant, type TenantSize } from './catalogue/seed-tenant.ts'
import { compareTenants } from './compare-tenants.ts'

/**
 * Measures the catalogue in a tenant with 5,000 products, 50,000 engines and 200,000 documents, as a ratio to a tenant
 * with 50 products in the same installation. Requests to the two alternate.
 */
const small: TenantSize = { products: 50, enginesEach: 10, documentsEach: 40 }
const large: TenantSize = { ...small, products: 5000 }

const questions: Readonly<Record<string, SentBody<typeof listProducts>>> = {
  'first page': { pageSize: 15 },
  'first page by name': { pageSize: 15, sort: 'name' },
  'search by name': { pageSize: 15, search: [{ field: 'productName_co', value: 'otor 4' }] },
  'search in Japanese': { pageSize: 15, search: [{ field: 'productName_co', value: '保険' }] },
  'search without match': { pageSize: 15, search: [{ field: 'productName_co', value: 'nothing like it' }] },
  category: { pageSize: 15, search: [{ field: 'category_in', value: 'Life,Motor' }] },
  status: { pageSize: 15, search: [{ field: 'status1_co', value: 'Production' }] },
  favourites: { pageSize: 15, search: [{ field: 'isstarred', value: true }] },
}

await compareTenants({
  sizes: { '50 products': small, '5,000 products': large },
  fill: async (db, person, size) => {
    const since = performance.now()
    await seedTenant(db, person.tenantId, person.userId, size)
    console.log(`${size.products} products seeded in ${((performance.now() - since) / 1000).toFixed(1)} s`)
  },
  tables: ['products', 'product_favourites', 'engines', 'product_documents'],
  questions: Object.fromEntries(
    Object.entries(questions).map(([name, body]) => [name, (client: Client) => client.call(listProducts, { body })]),
  ),
  rounds: Number(process.env['BENCH_ROUNDS'] ?? 60),
  most: { ratio: 3 },
})
