import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { configurationChange } from './configuration-file.ts'

export const undoConfiguration = defineCall({
  id: 'configuration.undoConfiguration',
  method: 'POST',
  path: '/api/v1/configuration/undo/{change}',
  summary: 'Take back the latest applied file. Refused when something was configured since.',
  caller: 'supervisor',
  flag: 'ShowConfigurationFiles',
  params: z.strictObject({ change: z.uuid() }),
  output: data(configurationChange),
  errors: ['CONFIGURATION_CHANGE_NOT_FOUND', 'CATEGORY_IN_USE', 'CONFLICT'],
})
