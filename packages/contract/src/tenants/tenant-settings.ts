import { z } from 'zod'

/** What a tenant allows as a whole. */
export const tenantSettings = z
  .object({
    allowsPublicEngines: z
      .boolean()
      .describe('Engines that are marked public can be called without credentials; off unless switched on'),
  })
  .meta({ id: 'TenantSettings' })

export type TenantSettings = z.infer<typeof tenantSettings>
