import { z } from 'zod'
import { defineCall } from '../call.ts'
import { templateParams } from './test-bed-template.ts'
import { ordinalText } from '../ordinal.ts'

export const downloadTestBedTemplate = defineCall({
  id: 'testBeds.downloadTestBedTemplate',
  method: 'GET',
  path: '/api/v1/testbedtemplate/download/{template}',
  summary: 'Download a template to fill in.',
  caller: 'user',
  params: templateParams,
  query: z.strictObject({
    number: ordinalText.optional().describe('The latest version unless given'),
  }),
  output: { kind: 'file', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  errors: ['TESTBED_TEMPLATE_NOT_FOUND'],
})
