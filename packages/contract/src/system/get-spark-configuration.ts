import { z } from 'zod'
import { data, defineCall } from '../call.ts'

/** Areas of the product that an installation or a tenant can have switched off. */
export const areaFlags = [
  'ShowUsageDetails',
  'ShowSDKGenerator',
  'ShowIngeniumConfiguration',
  'ShowConfigurationFiles',
  'ShowTemplates',
  'ShowCategories',
  'ShowDataDictionary',
  'ShowInsights',
] as const

export type AreaFlag = (typeof areaFlags)[number]

export const getSparkConfiguration = defineCall({
  id: 'system.getSparkConfiguration',
  method: 'GET',
  path: '/api/v1/config/GetSparkConfiguration',
  summary: 'Which areas of the product the tenant has.',
  caller: 'user',
  output: data(
    z
      .object({
        GitBookUrl: z.string().nullable().describe('Address of the user guide'),
        ...(Object.fromEntries(areaFlags.map((flag) => [flag, z.boolean()])) as Record<AreaFlag, z.ZodBoolean>),
      })
      .meta({ id: 'ConfigurationFlags' }),
  ),
  errors: [],
})
