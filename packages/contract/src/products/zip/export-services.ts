import { z } from 'zod'
import { defineCall, json } from '../../call.ts'
import { transferCall, transferStarted, transferTenant } from './service-transfer.ts'

const list = z.array(z.string().min(1).max(600)).max(1000).nullish()

export const exportServices = defineCall({
  id: 'products.exportServices',
  method: 'POST',
  path: '/{tenant}/api/v4/export',
  summary: 'Pack folders, services or single versions into zips, one for each folder, in the background.',
  ...transferCall,
  params: transferTenant,
  body: json(
    z.object({
      inputs: z.object({
        folders: list.describe('Names or ids; with everything in them'),
        services: list.describe('folder/service, or folder/service[1.2.3]'),
        version_ids: list,
      }),
      version_filter: z
        .string()
        .max(40)
        .nullish()
        .describe('latest: of services without a version the one that runs; all'),
      source_system: z.string().max(120).nullish(),
      correlation_id: z.string().max(200).nullish(),
    }),
  ),
  output: { kind: 'plain', schema: transferStarted('export').meta({ id: 'ExportStarted' }) },
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
