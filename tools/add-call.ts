import { existsSync, readFileSync } from 'node:fs'
import { inRoot } from './setup/paths.mjs'
import { addEntry, addImport, camel, Edits, end, say, sentence } from './generators/edit-source.ts'

/**
 * Generates a call: `npm run add-call -- FEATURE VERB-NOUN METHOD PATH`, as in
 * `npm run add-call -- products archive-product POST '/api/v1/product/archive/{product}'`.
 */

const [feature, verbNoun, method, callPath] = process.argv.slice(2)
if (!feature || !verbNoun || !method || !callPath) end('Usage: npm run add-call -- FEATURE VERB-NOUN METHOD PATH')
if (!/^[a-z]+(-[a-z]+)*$/.test(feature)) end(`FEATURE is a folder name such as products, not "${feature}"`)
if (!/^[a-z]+(-[a-z]+)+$/.test(verbNoun)) end(`VERB-NOUN is a file name such as archive-product, not "${verbNoun}"`)
if (!['GET', 'POST', 'PUT', 'DELETE'].includes(method)) end(`METHOD is GET, POST, PUT or DELETE, not "${method}"`)
if (!callPath.startsWith('/')) end(`PATH begins with a slash, unlike "${callPath}"`)

const name = camel(verbNoun)
const params = [...callPath.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const isOfProduct = params.includes('product')
const edits = new Edits()

edits.create(`packages/contract/src/${feature}/${verbNoun}.ts`, contract(feature, verbNoun))
edits.create(`packages/server/src/features/${feature}/${verbNoun}.ts`, isOfProduct ? productHandler() : handler())
edits.change('packages/contract/src/calls.ts', (source) =>
  addEntry(addImport(source, `import { ${name} } from './${feature}/${verbNoun}.ts'`), 'readonly Call[] = [', name),
)
addRoute()
edits.change('packages/server/test/permissions/matrix.ts', (source) =>
  addEntry(source, 'matrix: Readonly<Record<string, Row>> = {', `'${camel(feature)}.${name}': ${row()}`),
)
edits.format()
say('Next: summary, caller, input, output and errors in the contract; the handler; who may call in the matrix; a test;')
say('the Japanese of the summary in packages/web/src/features/api-reference/reference-texts.ja.json.')
const matrixTest = 'packages/server/test/permissions/matrix.test.ts'
const known = readFileSync(inRoot(matrixTest), 'utf8')
for (const param of params)
  if (!known.includes(`  ${param}: `))
    say(`The parameter ${param} is new: it needs a value in pathValues of ${matrixTest}.`)

function contract(area: string, fileName: string): string {
  return `import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const ${name} = defineCall({
  id: '${camel(area)}.${name}',
  method: '${method}',
  path: '${callPath}',
  summary: '${sentence(fileName)}.',
  caller: 'user',
${params.length > 0 ? `  params: z.strictObject({ ${params.map((param) => `${param}: z.string().min(1).max(200)`).join(', ')} }),\n` : ''}  output: data(z.object({${isOfProduct ? ' id: z.uuid() ' : ''}})),
  errors: [${isOfProduct ? `'PRODUCT_NOT_FOUND'` : ''}],
})
`
}

function handler(): string {
  return `import { ${name} } from '@sheetwright/contract/${feature}/${verbNoun}.ts'
import { handle } from '../../platform/http/handle.ts'

export const ${name}Handler = handle(${name}, ({ caller, services: { db } }) =>
  db.inTenant(caller.tenantId, async () => ({})),
)
`
}

function productHandler(): string {
  const products = feature === 'products' ? '.' : '../products'
  return `import { ${name} } from '@sheetwright/contract/${feature}/${verbNoun}.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '${products}/product.access.ts'
import { findProduct } from '${products}/product.store.ts'

export const ${name}Handler = handle(${name}, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await findProduct(tx, readerOf(caller), params.product)
    if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', \`There is no product "\${params.product}"\`)
    return { id: product.id }
  }),
)
`
}

function addRoute(): void {
  const file = `packages/server/src/features/${feature}/routes.ts`
  const importLine = `import { ${name}Handler } from './${verbNoun}.ts'`
  if (existsSync(inRoot(file))) {
    edits.change(file, (source) => addEntry(addImport(source, importLine), 'readonly Handler[] = [', `${name}Handler`))
    return
  }
  const routes = `${camel(feature ?? '').replace(/s$/, '')}Routes`
  edits.create(
    file,
    `import type { Handler } from '../../platform/http/handle.ts'
${importLine}

export const ${routes}: readonly Handler[] = [${name}Handler]
`,
  )
  edits.change('packages/server/src/app.ts', (source) =>
    addEntry(
      addImport(source, `import { ${routes} } from './features/${feature}/routes.ts'`),
      'handlers: readonly Handler[] = [',
      `...${routes}`,
    ),
  )
}

/** Access of the generated handler: everybody of the tenant, or those who see the product. */
function row(): string {
  return isOfProduct ? 'productOfSupervisor' : 'people'
}
