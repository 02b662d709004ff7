import { z } from 'zod'
import { defineCall, json } from '../call.ts'
import { publishCheckCodes } from './publish-checks.ts'
import { servicePath, serviceParams, publishingFields } from './service.ts'

export const publishService = defineCall({
  id: 'engines.publishService',
  method: 'POST',
  path: `${servicePath}/publish`,
  summary: 'Publish an uploaded workbook as a version of its service.',
  caller: 'user',
  keyScope: 'author',
  params: serviceParams,
  body: json(
    z.object({
      request_data: z.object({
        ...publishingFields,
        draft_service_name: z.string().nullish(),
        original_file_documentid: z.uuid(),
        engine_file_documentid: z.uuid().nullish(),
        release_note: z.string().max(4000).nullish(),
        acknowledge: z
          .object({ codes: z.array(z.enum(publishCheckCodes)), reason: z.string().trim().min(1).max(2000) })
          .nullish()
          .describe('The failed checks, and why the version is published all the same'),
        should_track_user_action: z.union([z.boolean(), z.string()]).nullish(),
      }),
    }),
  ),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({ version_id: z.uuid(), version: z.string(), service_id: z.uuid() }),
      })
      .meta({ id: 'ServicePublishAnswer' }),
  },
  errors: [
    'ENGINE_NOT_FOUND',
    'FILE_NOT_FOUND',
    'ENGINE_NOT_PROVEN',
    'PUBLISH_CHECKS_FAILED',
    'APPROVAL_REQUIRED',
    'STATUS_CHANGE_NOT_ALLOWED',
  ],
})
