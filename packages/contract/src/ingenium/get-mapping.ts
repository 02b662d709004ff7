import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { storedMapping } from './mapping.ts'
import { ordinalText } from '../ordinal.ts'

export const getMapping = defineCall({
  id: 'ingenium.getMapping',
  method: 'GET',
  path: '/api/v1/ingenium/mapping/{mapping}',
  summary: 'Get a version of a mapping; the latest unless one is named.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ mapping: z.uuid() }),
  query: z.strictObject({ number: ordinalText.optional() }),
  output: data(storedMapping),
  errors: ['POLICY_MAPPING_NOT_FOUND'],
})
