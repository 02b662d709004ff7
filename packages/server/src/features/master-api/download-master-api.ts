import { Readable } from 'node:stream'
import { apiColumns, rowsOfFields } from '@sheetwright/contract/master-api/api-field-table.ts'
import { downloadMasterApi } from '@sheetwright/contract/master-api/download-master-api.ts'
import { apiField } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { csvLine } from '../../platform/csv/csv-line.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { requireDefinition } from './master-api.access.ts'

const example = apiField.parse({
  name: 'SumInsured',
  direction: 'input',
  type: 'currency',
  unit: 'EUR',
  required: true,
  min: 0,
  description: 'What is paid at most',
  section: 'Cover',
  labelEn: 'Sum insured',
  labelJa: '保険金額',
})

export const downloadMasterApiHandler = handle(downloadMasterApi, async ({ caller, params, query, services }) => {
  const { name, fields } = await services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product, 'read')
    if (query.template === 'true') return { name: 'api-definition-template', fields: [example] }
    const definition = await requireDefinition(tx, product.id, query.version)
    return { name: `${product.name} API definition ${definition.version}`, fields: definition.fields }
  })
  const text = [[...apiColumns], ...rowsOfFields(fields)].map((row) => csvLine(row)).join('')
  return { fileName: `${name}.csv`, open: () => Promise.resolve(Readable.from([Buffer.from(`\ufeff${text}`)])) }
})
