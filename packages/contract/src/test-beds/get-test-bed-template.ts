import { data, defineCall } from '../call.ts'
import { templateParams, testBedTemplate } from './test-bed-template.ts'

export const getTestBedTemplate = defineCall({
  id: 'testBeds.getTestBedTemplate',
  method: 'GET',
  path: '/api/v1/testbedtemplate/get/{template}',
  summary: 'Read a template.',
  caller: 'user',
  params: templateParams,
  output: data(testBedTemplate),
  errors: ['TESTBED_TEMPLATE_NOT_FOUND'],
})
