import { z } from 'zod'

/** What every call of the way in for visitors says: through which link, to which organisation, by which client. */
export const visitorFields = {
  linkId: z.uuid(),
  realm: z.string().min(1).max(120).describe('Name of the tenant'),
  client: z.string().min(1).max(120).describe('Client id of the web application'),
}

/** What stands behind the @ of an address. */
export const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/, {
    error: 'must be a domain such as example.com',
  })

/** A site that may show a calculator in a frame. Nothing but an origin may come into the policy of the page. */
export const embedOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .max(260)
  .regex(/^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, {
    error: 'must be an origin such as https://www.example.com, without a path',
  })

/** How many digits a one-time code has, how long it is good, and how often it may be tried. */
export const oneTimeCode = { digits: 6, minutes: 10, tries: 5 } as const
