import { defineCall } from '../call.ts'

export const downloadConfiguration = defineCall({
  id: 'configuration.downloadConfiguration',
  method: 'GET',
  path: '/api/v1/configuration/download',
  summary: 'Download what the tenant has configured as one file, configuration.json.',
  caller: 'supervisor',
  flag: 'ShowConfigurationFiles',
  output: { kind: 'file', contentType: 'application/json' },
  errors: [],
})
