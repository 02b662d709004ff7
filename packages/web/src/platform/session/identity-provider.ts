import type { PublicIssuer } from '@sheetwright/contract/session/issuer.ts'
import type { OidcClient } from 'oidc-client-ts'

interface Tokens {
  readonly idToken: string
  readonly refreshToken: string | undefined
}

/** The provider refused. Any other failure may succeed when retried. */
export class IdentityRefused extends Error {
  override readonly name = 'IdentityRefused'
}

/** The OpenID provider: authorisation code with PKCE, refresh tokens. */
export interface IdentityProvider {
  /** The address to sign in at. */
  signInUrl(request: { returnUrl: string; tenant: string; language: string }): Promise<string>
  /** Exchanges the answer in the address for tokens. */
  finishSignIn(address: string): Promise<Tokens & { returnUrl: string }>
  renew(tokens: { idToken: string; refreshToken: string }): Promise<Tokens>
  /** The address that ends the provider's own session; null if it has none. */
  signOutUrl(idToken: string): Promise<string | null>
}

export interface IdentityProviderOptions {
  readonly issuer: PublicIssuer
  /** The redirect address after signing in. */
  readonly redirectUrl: string
  readonly signedOutUrl: string
  readonly storage: Storage
}

const discoveryLifeMillis = 60 * 60 * 1000

/** Loads the library on demand: a page with a valid token does not need it. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { issuer, redirectUrl, signedOutUrl, storage } = options

  async function open() {
    const oidc = await import('oidc-client-ts')
    const client = new oidc.OidcClient({
      authority: issuer.issuer,
      ...(issuer.verifierType === 'oidc' ? { metadataUrl: issuer.verifierUri } : {}),
      ...cachedDiscovery(issuer.issuer, storage),
      client_id: issuer.clientId,
      scope: issuer.scope,
      redirect_uri: redirectUrl,
      post_logout_redirect_uri: signedOutUrl,
      stateStore: new oidc.WebStorageStateStore({ store: storage, prefix: 'sheetwright.sign-in.' }),
    })
    return { oidc, client }
  }

  return {
    async signInUrl({ returnUrl, tenant, language }) {
      const { client } = await open()
      await client.clearStaleState()
      const request = await client.createSigninRequest({
        state: returnUrl,
        ui_locales: language,
        ...(tenant === '' ? {} : { extraQueryParams: { tenant } }),
      })
      await keepDiscovery(client, issuer.issuer, storage)
      return request.url
    },

    async finishSignIn(address) {
      const { client } = await open()
      const answer = await client.processSigninResponse(address)
      return {
        ...tokensOf(answer.id_token, answer.refresh_token),
        returnUrl: typeof answer.userState === 'string' ? answer.userState : '/',
      }
    },

    async renew({ idToken, refreshToken }) {
      const { oidc, client } = await open()
      const state = {
        refresh_token: refreshToken,
        id_token: idToken,
        session_state: null,
        profile: claimsOf(idToken),
      }
      try {
        const answer = await client.useRefreshToken({ state })
        return tokensOf(answer.id_token, answer.refresh_token ?? refreshToken)
      } catch (cause) {
        if (cause instanceof oidc.ErrorResponse) throw new IdentityRefused(cause.message, { cause })
        throw cause
      }
    },

    async signOutUrl(idToken) {
      const { client } = await open()
      if ((await client.metadataService.getEndSessionEndpoint()) === undefined) return null
      return (await client.createSignoutRequest({ id_token_hint: idToken })).url
    },
  }
}

function tokensOf(idToken: string | undefined, refreshToken: string | undefined): Tokens {
  if (idToken === undefined) throw new IdentityRefused('The identity provider issued no identity token')
  return { idToken, refreshToken }
}

/** The claims to check a renewed token against: issuer, subject and audience must be the same. */
function claimsOf(idToken: string) {
  const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes))
}

function discoveryKey(issuer: string): string {
  return `sheetwright.discovery.${issuer}`
}

function cachedDiscovery(issuer: string, storage: Storage) {
  try {
    const { readAt, metadata } = JSON.parse(storage.getItem(discoveryKey(issuer)) ?? 'null') ?? {}
    if (typeof readAt !== 'number' || Date.now() - readAt > discoveryLifeMillis) return {}
    return { metadata }
  } catch {
    return {}
  }
}

async function keepDiscovery(client: OidcClient, issuer: string, storage: Storage) {
  const metadata = await client.metadataService.getMetadata()
  storage.setItem(discoveryKey(issuer), JSON.stringify({ readAt: Date.now(), metadata }))
}
