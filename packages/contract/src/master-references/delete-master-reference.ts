import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { documentParams } from './master-reference.ts'

export const deleteMasterReference = defineCall({
  id: 'masterReferences.deleteMasterReference',
  method: 'DELETE',
  path: '/api/MasterReference/delete/{document}',
  summary:
    'Delete a master reference document. While engines use it only supervisors can, with `force` and a reason; the engines ' +
    'keep their copies and are flagged.',
  caller: 'user',
  params: documentParams,
  query: z.strictObject({
    force: z.enum(['true', 'false']).default('false'),
    reason: z.string().trim().max(2000).default(''),
  }),
  output: data(z.object({ id: z.uuid() })),
  errors: ['MASTER_REFERENCE_NOT_FOUND', 'MASTER_REFERENCE_IN_USE'],
})
