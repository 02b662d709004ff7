import { z } from 'zod'
import { data, defineCall, json, withContent } from '../call.ts'
import { engineAddress, executeErrors } from './engine-address.ts'
import { executeRequest } from './request.ts'

/** A picture as a data URI; PNG or JPEG. */
const image = z
  .string()
  .max(8_000_000)
  .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/, 'must be a PNG or JPEG picture as a data URI')

export const downloadOutput = defineCall({
  id: 'execution.downloadOutput',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/Downloadoutput/{engine}',
  summary:
    'Calculate, and make a file of it: the workbook with inputs and results in place, or one of its reports as PDF.',
  caller: 'user',
  keyScope: 'execute',
  params: engineAddress,
  body: json(
    executeRequest.unwrap().extend({
      report: z.string().max(250).optional().describe('Name of a report; without it the workbook is made'),
      images: z.record(z.string().max(250), image).default({}).describe('Pictures that reports show, by name'),
    }),
    withContent,
  ),
  output: data(z.object({ url: z.string(), fileName: z.string() })),
  errors: [...executeErrors, 'INVALID_FILE_TYPE', 'FILE_NOT_FOUND'],
})
