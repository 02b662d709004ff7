import { z } from 'zod'

/** One problem of a request: where, what, and what would be right. */
export const fieldError = z
  .object({
    field: z.string().describe('Path of the field, as in `body.name`'),
    message: z.string(),
    allowed: z.string().optional().describe('What would be accepted'),
  })
  .meta({ id: 'FieldError' })

export type FieldError = z.infer<typeof fieldError>

/** The JSON response of a failed call under /api/ and /users/. */
export const errorEnvelope = z
  .object({
    status: z.literal('Error'),
    data: z.null(),
    message: z.string(),
    errorCode: z.string(),
    errors: z.array(fieldError).optional(),
    correlationId: z.string(),
  })
  .meta({ id: 'ErrorAnswer' })

export type ErrorEnvelope = z.infer<typeof errorEnvelope>

/** The same for existing clients, with the fields they read. */
export const legacyErrorEnvelope = errorEnvelope
  .extend({
    error: z.object({
      code: z.string(),
      message: z.string(),
      errors: z.array(fieldError).nullable(),
    }),
    response_data: z.null(),
    response_meta: z.object({ correlation_id: z.string(), request_timestamp: z.string() }),
  })
  .meta({ id: 'LegacyErrorAnswer' })

export type LegacyErrorEnvelope = z.infer<typeof legacyErrorEnvelope>

/** Why a request for a token failed (RFC 6749, section 5.2), and two that tell clients to try again. */
export const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
] as const

/** The same for OAuth clients, with the fields they read. */
export const oauthErrorEnvelope = errorEnvelope
  .extend({ error: z.enum(oauthErrors), error_description: z.string() })
  .meta({ id: 'OAuthErrorAnswer' })

export type OAuthErrorEnvelope = z.infer<typeof oauthErrorEnvelope>

/** The envelope of a successful response; lists add the total number of matches. */
export function successEnvelope<T extends z.ZodType>(data: T) {
  return z.object({
    status: z.literal('Success'),
    data,
    message: z.string().optional(),
    correlationId: z.string(),
  })
}

export function listEnvelope<T extends z.ZodType>(item: T) {
  return z.object({
    status: z.literal('Success'),
    data: z.array(item),
    count: z.int().min(0).describe('How many match in all, not only on this page'),
    correlationId: z.string(),
  })
}
