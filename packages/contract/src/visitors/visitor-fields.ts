import { z } from 'zod'

/** Fields of every visitor sign-in call: the link, the organisation and the client. */
export const visitorFields = {
  linkId: z.uuid(),
  realm: z.string().min(1).max(120).describe('Name of the tenant'),
  client: z.string().min(1).max(120).describe('Client id of the web application'),
}

/** The domain of an email address. */
export const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/, {
    error: 'must be a domain such as example.com',
  })

/** A site that may embed a calculator in a frame. The page's content-security policy accepts origins only. */
export const embedOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .max(260)
  .regex(/^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, {
    error: 'must be an origin such as https://www.example.com, without a path',
  })

/** Digits, lifetime and maximum attempts of a one-time code. */
export const oneTimeCode = { digits: 6, minutes: 10, tries: 5 } as const
