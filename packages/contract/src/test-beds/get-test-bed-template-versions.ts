import { defineCall, list } from '../call.ts'
import { templateParams, testBedTemplateVersion } from './test-bed-template.ts'

export const getTestBedTemplateVersions = defineCall({
  id: 'testBeds.getTestBedTemplateVersions',
  method: 'GET',
  path: '/api/v1/testbedtemplate/versions/{template}',
  summary: 'List the versions of a template, the latest first.',
  caller: 'user',
  params: templateParams,
  output: list(testBedTemplateVersion),
  errors: ['TESTBED_TEMPLATE_NOT_FOUND'],
})
