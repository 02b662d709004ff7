import { z } from 'zod'
import { moment } from '../dates.ts'

export const testBedTemplateVersion = z
  .object({
    id: z.uuid(),
    number: z.int(),
    engineVersionId: z.uuid(),
    revision: z.string().describe('Of the version of the engine it was made from'),
    inputs: z.array(z.string()).nullable().describe('Null for all'),
    outputs: z.array(z.string()).nullable().describe('Null for all'),
    createdBy: z.string(),
    createdAt: moment,
  })
  .meta({ id: 'TestBedTemplateVersion' })

export const testBedTemplate = z
  .object({
    id: z.uuid(),
    productId: z.uuid(),
    productName: z.string(),
    engineId: z.uuid(),
    serviceName: z.string(),
    name: z.string(),
    description: z.string(),
    updatedAt: moment,
    latest: testBedTemplateVersion,
  })
  .meta({ id: 'TestBedTemplate' })

export type TestBedTemplate = z.infer<typeof testBedTemplate>

export const templateParams = z.strictObject({ template: z.uuid() })
