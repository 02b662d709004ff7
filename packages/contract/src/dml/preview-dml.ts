import { z } from 'zod'
import { data, defineCall, json, withContent } from '../call.ts'
import { sourceErrors } from './describe-tables.ts'
import { dmlDialect, dmlEngine, dmlOptions, dmlProduct, smartLevel } from './dml.ts'

/** Rows of each table that a preview shows. */
export const previewedRows = 3

export const previewDml = defineCall({
  id: 'dml.previewDml',
  method: 'POST',
  path: '/api/v1/dml/{product}/{engine}/{dialect}/preview',
  summary: 'Show the first statements that a data load would write, with problems in the data.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ product: dmlProduct, engine: dmlEngine, dialect: dmlDialect }),
  body: json(z.strictObject({ smartLevel: smartLevel.default(0), options: dmlOptions.prefault({}) }), withContent),
  output: data(
    z.object({
      tables: z.array(z.object({ source: z.string(), name: z.string(), rowCount: z.int(), sql: z.string() })),
      problems: z.array(z.string()),
      warnings: z.array(z.string()),
    }),
  ),
  errors: [...sourceErrors],
})
