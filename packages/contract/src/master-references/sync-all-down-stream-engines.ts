import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { releaseNote } from '../engines/engine-address.ts'
import { documentAddress } from './master-reference.ts'

export const syncAllDownStreamEngines = defineCall({
  id: 'masterReferences.syncAllDownStreamEngines',
  method: 'POST',
  path: '/api/MasterReference/SyncAllDownStreamEngines',
  summary:
    'Bring the engines below a master up to date in the background: a patch version each with the tables replaced in its ' +
    'workbook, built and proved. Nothing is published unless asked. One engine that fails does not stop the others.',
  caller: 'user',
  body: json(
    z.strictObject({
      documentId: documentAddress,
      engineIds: z.array(z.uuid()).max(10_000).optional().describe('Only these; all that are out of date unless given'),
      publish: z.boolean().default(false),
      releaseNote: releaseNote.optional(),
    }),
  ),
  output: data(z.object({ jobId: z.uuid(), engines: z.int() })),
  errors: ['MASTER_REFERENCE_NOT_FOUND', 'ENGINE_NOT_FOUND'],
})
