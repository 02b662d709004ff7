import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { testBedName } from './test-bed.ts'
import { testBedTemplate } from './test-bed-template.ts'

export const saveTestBedTemplate = defineCall({
  id: 'testBeds.saveTestBedTemplate',
  method: 'POST',
  path: '/api/v1/testbedtemplate/save',
  summary: 'Make a template from the interface of an engine, or another version of one.',
  caller: 'user',
  body: json(
    z.strictObject({
      templateId: z.uuid().optional().describe('The one to make another version of'),
      engineId: z.uuid().optional().describe('Of a new one'),
      name: testBedName.optional(),
      description: z.string().trim().max(2000).optional(),
      version: z
        .string()
        .max(60)
        .optional()
        .describe('Id or revision of the version of the engine; the one in use unless given'),
      inputs: z.array(z.string().max(255)).max(5000).optional().describe('All unless given'),
      outputs: z.array(z.string().max(255)).max(5000).optional().describe('All unless given'),
    }),
  ),
  output: data(testBedTemplate),
  errors: [
    'TESTBED_TEMPLATE_NOT_FOUND',
    'TESTBED_ALREADY_EXISTS',
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'NO_ACTIVE_VERSION',
  ],
})
