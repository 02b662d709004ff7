import { z } from 'zod'

/** A larger logo makes the pages of visitors slow. */
export const logoLimit = 200_000

/** The organisation's branding for visitors. */
export const brand = z
  .object({
    name: z.string().trim().min(1).max(120).nullable().describe('Instead of the name of the tenant'),
    logo: z
      .string()
      .max(logoLimit)
      .regex(/^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/, {
        error: 'must be a PNG, JPEG, WebP or GIF picture as a data: address',
      })
      .nullable(),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #0c6270' })
      .nullable(),
  })
  .meta({ id: 'Brand' })

export type Brand = z.infer<typeof brand>

/** A tenant's permissions and branding. */
export const tenantSettings = z
  .object({
    allowsPublicEngines: z
      .boolean()
      .describe('Engines that are marked public can be called without credentials; off unless switched on'),
    brand,
  })
  .meta({ id: 'TenantSettings' })

export type TenantSettings = z.infer<typeof tenantSettings>
