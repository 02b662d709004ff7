import { z } from 'zod'
import { data, defineCall, json, withContent } from '../call.ts'
import { mappingName, policyMapping, storedMapping } from './mapping.ts'

export const saveMapping = defineCall({
  id: 'ingenium.saveMapping',
  method: 'POST',
  path: '/api/v1/ingenium/mapping',
  summary: 'Save a mapping between a policy extract and an engine: a new one, or the next version of one.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  body: json(
    z.strictObject({
      id: z.uuid().optional().describe('The one that gets another version'),
      engineId: z.uuid().optional().describe('Of a new one'),
      name: mappingName.optional().describe('Of a new one'),
      note: z.string().trim().max(500).default(''),
      mapping: policyMapping,
    }),
    withContent,
  ),
  output: data(storedMapping),
  errors: [
    'ENGINE_NOT_FOUND',
    'NO_ACTIVE_VERSION',
    'POLICY_MAPPING_NOT_FOUND',
    'POLICY_MAPPING_ALREADY_EXISTS',
    'INVALID_POLICY_MAPPING',
  ],
})
