import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { jsonText } from '../engines/engine-upload.ts'
import { sourceErrors } from './describe-tables.ts'
import { dmlDialect, dmlEngine, dmlOptions, dmlProduct, dmlRun, smartLevel } from './dml.ts'

export const generateDml = defineCall({
  id: 'dml.generateDml',
  method: 'POST',
  path: '/api/v1/dml/{product}/{engine}/{dialect}',
  summary: 'Write SQL scripts that load the tables of an engine or master reference document, in the background.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ product: dmlProduct, engine: dmlEngine, dialect: dmlDialect }),
  body: {
    kind: 'form',
    schema: z.strictObject({
      smartLevel: z
        .enum(['0', '1', '2'])
        .default('0')
        .transform((text) => smartLevel.parse(Number(text)))
        .describe('0: inserts; 1: upserts by key; 2: only what changed since the last successful run'),
      options: jsonText.pipe(dmlOptions).describe('JSON: version, tables with names, types and keys, createTables'),
    }),
    files: {},
  },
  output: data(z.object({ queueId: z.uuid(), run: dmlRun })),
  errors: [...sourceErrors],
})
