import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { type AreaFlag, areaFlags } from './area-flags.ts'
import { configuration } from './configuration.ts'

const switches = Object.fromEntries(areaFlags.map((flag) => [flag, z.boolean().optional()])) as Record<
  AreaFlag,
  z.ZodOptional<z.ZodBoolean>
>

export const saveSparkConfiguration = defineCall({
  id: 'system.saveSparkConfiguration',
  method: 'PUT',
  path: '/api/v1/config/SaveSparkConfiguration',
  summary:
    'Switch areas of the product on or off for the tenant, in the pages and on the server. What is left out stays as it is. ' +
    'An area that this installation does not have cannot be switched on.',
  caller: 'supervisor',
  body: json(
    z.strictObject({
      GitBookUrl: z
        .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
        .max(2000)
        .nullable()
        .optional()
        .describe('Address of the user guide; null for the one of the installation'),
      ...switches,
    }),
  ),
  output: data(configuration),
  errors: [],
})
