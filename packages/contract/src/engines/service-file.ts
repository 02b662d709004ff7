import { z } from 'zod'

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
    type: z
      .string()
      .max(40)
      .default('')
      .describe(
        'configured (or withmetadata): the .c4engine file with interface, program and proof. Else the workbook as it was uploaded',
      ),
  }),
  output: { kind: 'file', contentType: 'application/octet-stream' },
} as const
