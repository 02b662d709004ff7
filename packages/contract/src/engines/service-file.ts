import { z } from 'zod'
import { anyCase } from './any-case.ts'

/** How existing clients request the file of a service. */
export const serviceFileCall = {
  method: 'GET',
  alsoUnderTenant: true,
  caller: 'user',
  keyScope: 'author',
  query: z.strictObject({
    filename: z
      .string()
      .max(255)
      .default('')
      .describe('Name of the file to save; by default the name that was uploaded'),
    type: anyCase(['original', 'configured', 'withmetadata'])
      .default('original')
      .describe(
        'original: the workbook as it was uploaded. configured or withmetadata: the .c4engine file with interface, program and proof',
      ),
  }),
  output: { kind: 'file', contentType: 'application/octet-stream' },
} as const
