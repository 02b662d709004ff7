import { z } from 'zod'

/** Names of the claims with a person's profile. */
export const claimNames = z.object({
  displayName: z.string(),
  username: z.string(),
  email: z.string(),
  groups: z.string(),
  tenant: z.string(),
})

/** What a browser needs to know about an identity provider to sign a person in. */
export const publicIssuer = z
  .object({
    name: z.string().describe('Shown to people'),
    issuer: z.url().describe('Issuer identifier; its discovery document is below it'),
    verifierType: z.enum(['oidc', 'jwks']),
    verifierUri: z.url().describe('The discovery document (oidc) or the key set (jwks)'),
    clientId: z.string(),
    scope: z.string(),
    authFlow: z.enum(['code', 'token']),
    authType: z.string(),
    tenant: z.string().nullable().describe('The one tenant of this issuer; null when its tokens name the tenant'),
    claims: claimNames,
    superUserKey: z.string().describe('Claim that makes a superuser'),
    verificationEnabled: z.boolean(),
  })
  .meta({ id: 'Issuer' })

export type PublicIssuer = z.infer<typeof publicIssuer>
