import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { jsonText } from '../../engines/engine-upload.ts'
import { looseUpgrade } from '../../engines/service.ts'
import { maxProductZipBytes } from './product-zip.ts'
import { transferCall, transferStarted, transferTenant } from './service-transfer.ts'

const importRequest = z.object({
  inputs: z
    .object({
      services_modify: z
        .array(
          z.object({
            service_uri_source: z.string().min(1).max(600),
            service_uri_destination: z.string().min(1).max(600).nullish(),
            update_version_type: looseUpgrade,
          }),
        )
        .max(1000)
        .nullish(),
    })
    .nullish(),
  services_existing: z.enum(['abort', 'replace', 'add_version']).nullish(),
  source_system: z.string().max(120).nullish(),
  correlation_id: z.string().max(200).nullish(),
})

export const importServices = defineCall({
  id: 'products.importServices',
  method: 'POST',
  path: '/{tenant}/api/v4/import',
  summary:
    'Import services from a zip that was exported, in the background, all or those named, where wanted under other names. ' +
    'Workbooks are compiled and proved anew.',
  ...transferCall,
  params: transferTenant,
  body: {
    kind: 'form',
    schema: z.object({ importRequestEntity: jsonText.pipe(importRequest).describe('JSON text') }),
    files: { file: { required: true, maxBytes: maxProductZipBytes, description: 'A zip that was exported' } },
  },
  output: { kind: 'plain', schema: transferStarted('import').meta({ id: 'ImportStarted' }) },
  errors: [
    'INVALID_PRODUCT_ZIP',
    'ENGINE_NOT_FOUND',
    'ENGINE_EXISTS_ALREADY',
    'PRODUCT_ALREADY_EXISTS',
    'FILE_SIZE_LIMIT_EXCEEDED',
    'RULE_VALIDATION_FAILED',
  ],
})
