import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { configurationDifference, configurationFile } from './configuration-file.ts'

export const compareConfiguration = defineCall({
  id: 'configuration.compareConfiguration',
  method: 'POST',
  path: '/api/v1/configuration/compare',
  summary: 'Validate a configuration file and tell what applying it would change. Nothing is changed.',
  caller: 'supervisor',
  flag: 'ShowConfigurationFiles',
  body: json(configurationFile),
  output: data(z.object({ differences: z.array(configurationDifference) })),
  errors: [],
})
