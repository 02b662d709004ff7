import { z } from 'zod'
import { type AreaFlag, areaFlags } from './area-flags.ts'

/** A tenant's flags, as the screens read them. */
export const configuration = z
  .object({
    GitBookUrl: z.string().nullable().describe('Address of the user guide'),
    ...(Object.fromEntries(areaFlags.map((flag) => [flag, z.boolean()])) as Record<AreaFlag, z.ZodBoolean>),
    available: z.array(z.enum(areaFlags)).describe('The areas that this installation has; only these can be switched'),
  })
  .meta({ id: 'ConfigurationFlags' })

export type Configuration = z.infer<typeof configuration>
