import { z } from 'zod'

/** What every call of the way in for visitors says: through which link, to which organisation, by which client. */
export const visitorFields = {
  linkId: z.uuid(),
  realm: z.string().min(1).max(120).describe('Name of the tenant'),
  client: z.string().min(1).max(120).describe('Client id of the web application'),
}

/** How many digits a one-time code has, how long it is good, and how often it may be tried. */
export const oneTimeCode = { digits: 6, minutes: 10, tries: 5 } as const
