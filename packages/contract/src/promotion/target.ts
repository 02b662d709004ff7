import { z } from 'zod'

/** Sent in a header of HTTP. */
const headerText = z
  .string()
  .trim()
  .min(1)
  .regex(/^[!-~]+$/, { error: 'must have letters without accents, digits and signs only' })

/** Another installation, and the key of an API client there. The key is used for one call and never stored. */
export const promotionTarget = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(300)
      .describe('Its address, whose host this installation allows'),
    tenant: headerText.max(120),
    apiKey: headerText.max(500).describe('A key there with the scope author'),
  })
  .meta({ id: 'PromotionTarget' })

export type PromotionTarget = z.infer<typeof promotionTarget>

const verdict = z.enum(['equal', 'different', 'not proven'])

/** A version as the other installation has it. */
export const versionThere = z
  .object({ id: z.uuid(), revision: z.string(), state: z.string(), proof: verdict })
  .meta({ id: 'VersionThere' })

export type VersionThere = z.infer<typeof versionThere>

export const promotionVerdict = verdict

export const promotionErrors = [
  'ENGINE_NOT_FOUND',
  'ENGINE_VERSION_NOT_FOUND',
  'INVALID_INPUT',
  'PROMOTION_FAILED',
] as const
