import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { describedTable, dmlEngine, dmlProduct, dmlVersion } from './dml.ts'

export const sourceErrors = [
  'PRODUCT_NOT_FOUND',
  'ENGINE_NOT_FOUND',
  'ENGINE_VERSION_NOT_FOUND',
  'NO_ACTIVE_VERSION',
  'MASTER_REFERENCE_NOT_FOUND',
  'MASTER_REFERENCE_VERSION_NOT_FOUND',
  'CORRUPT_EXCEL_FILE_FOR_TYPE1',
  'ENGINE_BUILD_LIMIT_EXCEEDED',
] as const

export const describeTables = defineCall({
  id: 'dml.describeTables',
  method: 'GET',
  path: '/api/v1/dml/tables/{product}/{engine}',
  summary:
    'List the tables of an engine or master reference document, with names, types and keys proposed for a database.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ product: dmlProduct, engine: dmlEngine }),
  query: z.strictObject({ version: dmlVersion.optional().describe('The one in use unless given') }),
  output: data(z.object({ revision: z.string(), tables: z.array(describedTable) })),
  errors: [...sourceErrors],
})
