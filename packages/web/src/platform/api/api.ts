import { ApiError } from '@sheetwright/contract/api-error.ts'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import type { Session } from '../session/session.ts'

export interface ApiOptions {
  readonly session: Session
  /** Headers that a gateway in front of the server requires. */
  readonly gatewayHeaders: Readonly<Record<string, string>>
}

/** The API client of the pages: sends the session's token, and renews it once if the server refuses it. */
export function createApi({ session, gatewayHeaders }: ApiOptions): Client {
  const client = createClient({
    baseUrl: '',
    async headers() {
      const token = await session.bearer()
      return {
        ...gatewayHeaders,
        ...(token === null ? {} : { authorization: `Bearer ${token}`, 'x-tenant-name': session.tenant() }),
      }
    },
  })
  return {
    async call(call, ...input) {
      const token = await session.bearer()
      try {
        return await client.call(call, ...input)
      } catch (error) {
        const refused = error instanceof ApiError && error.status === 401 && token !== null
        if (!refused) throw error
        await session.renew(token)
        return client.call(call, ...input)
      }
    },
  }
}
