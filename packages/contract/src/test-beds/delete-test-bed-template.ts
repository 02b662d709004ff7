import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { templateParams } from './test-bed-template.ts'

export const deleteTestBedTemplate = defineCall({
  id: 'testBeds.deleteTestBedTemplate',
  method: 'DELETE',
  path: '/api/v1/testbedtemplate/delete/{template}',
  summary: 'Delete a template.',
  caller: 'user',
  params: templateParams,
  output: data(z.null()),
  errors: ['TESTBED_TEMPLATE_NOT_FOUND'],
})
