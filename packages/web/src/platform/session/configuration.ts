import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { getConfiguration } from '@sheetwright/contract/session/get-configuration.ts'
import { getIssuers } from '@sheetwright/contract/session/get-issuers.ts'
import type { PublicIssuer } from '@sheetwright/contract/session/issuer.ts'
import { createContext, useContext } from 'react'

export type Configuration = ResultOf<typeof getConfiguration>

export const ConfigurationContext = createContext<Configuration | null>(null)

export function useConfiguration(): Configuration {
  const configuration = useContext(ConfigurationContext)
  if (configuration === null) throw new Error('useConfiguration needs a ConfigurationContext')
  return configuration
}

/** The configuration needed before anybody can sign in. */
export async function loadConfiguration(): Promise<{ configuration: Configuration; issuers: PublicIssuer[] }> {
  const client = createClient({ baseUrl: '' })
  const [configuration, issuers] = await Promise.all([
    client.call(getConfiguration),
    client.call(getIssuers).catch((cause: unknown) => {
      throw new ApiError('ISSUER_CONFIGURATIONS', 'The identity providers could not be read', { cause })
    }),
  ])
  return { configuration, issuers }
}

/** A tenant's identity provider: the chosen one, else its own, else one for all tenants, else the preferred one. */
export function issuerFor(issuers: readonly PublicIssuer[], tenant: string, chosen: string | null): PublicIssuer {
  const issuer =
    issuers.find((one) => one.issuer === chosen && (one.tenant === null || one.tenant === tenant)) ??
    issuers.find((one) => one.tenant === tenant) ??
    issuers.find((one) => one.tenant === null) ??
    issuers[0]
  if (issuer === undefined) throw new ApiError('ISSUER_CONFIGURATIONS', 'No identity provider is configured')
  return issuer
}
