import { z } from 'zod'
import { enginePort } from '../engines/interface.ts'
import { brand } from '../tenants/tenant-settings.ts'
import { formLayout } from './form-layout.ts'

/** An input or output as a form needs it: without its place in the workbook. */
const formPort = enginePort.omit({ cell: true, originalName: true, description: true }).meta({ id: 'FormPort' })

export type FormPort = z.infer<typeof formPort>

/** A calculator as its page shows it. */
export const formSpec = z
  .object({
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of the inputs'),
    layout: formLayout,
    inputs: z.array(formPort),
    outputs: z.array(formPort),
    source: z
      .enum(['generated', 'published', 'draft'])
      .describe('Made from the engine, published by its author, or not published yet'),
    computes: z.enum(['browser', 'server']).describe('Browser where the author lets the program be handed out'),
    engine: z.object({
      id: z.uuid(),
      serviceName: z.string(),
      productId: z.uuid(),
      productName: z.string(),
      versionId: z.uuid(),
      revision: z.string(),
    }),
    organisation: z.string(),
    brand: brand.pick({ logo: true, colour: true }).describe('How the organisation shows itself'),
  })
  .meta({ id: 'FormSpec' })

export type FormSpec = z.infer<typeof formSpec>
