import { z } from 'zod'
import { defineCall, json } from '../call.ts'
import { writtenDateOrEmpty } from '../dates.ts'
import { looseUpgrade, serviceParams, servicePath } from './service.ts'

export const recompileService = defineCall({
  id: 'engines.recompileService',
  method: 'POST',
  // The clients' spelling.
  path: `${servicePath}/recompileNodgen`,
  summary:
    "Make a new version of a version's workbook with today's compiler. It becomes active where the old one is and the new one " +
    'passes its checks; getcompilationprogess tells how far the job is.',
  caller: 'user',
  keyScope: 'author',
  params: serviceParams,
  body: json(
    z.object({
      request_data: z
        .object({
          versionId: z.string().max(60).nullish().describe('By default the version that runs now'),
          releaseNotes: z.string().max(4000).nullish(),
          upgradeType: looseUpgrade,
          effectiveStartDate: writtenDateOrEmpty,
          effectiveEndDate: writtenDateOrEmpty,
        })
        .prefault({}),
    }),
  ),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({ versionId: z.uuid(), revision: z.string(), jobId: z.uuid() }),
      })
      .meta({ id: 'ServiceRecompileAnswer' }),
  },
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
