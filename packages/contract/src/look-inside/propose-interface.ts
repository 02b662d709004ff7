import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { maxWorkbookBytes } from '../engines/engine-upload.ts'
import { interfaceProposal } from './proposal.ts'

export const proposeInterface = defineCall({
  id: 'lookInside.proposeInterface',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/propose',
  summary: 'Propose inputs and outputs for a workbook without names. Nothing is kept.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'Add' },
  params: z.strictObject({ product: z.string().min(1).max(200) }),
  body: {
    kind: 'form',
    schema: z.strictObject({}),
    files: { file: { required: true, maxBytes: maxWorkbookBytes, description: 'The workbook' } },
  },
  output: data(interfaceProposal),
  errors: [
    'PRODUCT_NOT_FOUND',
    'RULE_VALIDATION_FAILED',
    'CORRUPT_EXCEL_FILE_FOR_TYPE1',
    'CALCULATION_LIMIT_EXCEEDED',
    'FILE_SIZE_LIMIT_EXCEEDED',
  ],
})
