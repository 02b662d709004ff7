import { data, defineCall, json } from '../call.ts'
import { configurationChange, configurationFile } from './configuration-file.ts'

export const applyConfiguration = defineCall({
  id: 'configuration.applyConfiguration',
  method: 'POST',
  path: '/api/v1/configuration/apply',
  summary: 'Make the configuration of the tenant what the file says, all of it or nothing.',
  caller: 'supervisor',
  flag: 'ShowConfigurationFiles',
  body: json(configurationFile),
  output: data(configurationChange),
  errors: ['CATEGORY_IN_USE', 'CONFLICT'],
})
