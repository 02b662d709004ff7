import { defineCall, list } from '../call.ts'
import { configurationChange } from './configuration-file.ts'

export const listConfigurationChanges = defineCall({
  id: 'configuration.listConfigurationChanges',
  method: 'GET',
  path: '/api/v1/configuration/changes',
  summary: 'List the last 20 applied configuration files, the latest first.',
  caller: 'supervisor',
  flag: 'ShowConfigurationFiles',
  output: list(configurationChange),
  errors: [],
})
