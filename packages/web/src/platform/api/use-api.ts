import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { createContext, useContext, useMemo } from 'react'
import { type ServerText, useServerText } from '../messages/server-text.ts'

export const ApiContext = createContext<Client | null>(null)

/** The client for the calls of the contract. Its errors are in the language of the page. */
export function useApi(): Client {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useApi needs an ApiContext')
  const serverText = useServerText()
  return useMemo(() => withTexts(api, serverText), [api, serverText])
}

function withTexts(api: Client, serverText: ServerText): Client {
  return {
    async call(call, ...input) {
      try {
        return await api.call(call, ...input)
      } catch (error) {
        throw error instanceof ApiError ? translated(error, serverText) : error
      }
    },
  }
}

function translated(error: ApiError, serverText: ServerText): ApiError {
  const { code, message, status, correlationId, data, cause } = error
  const fieldErrors = error.fieldErrors.map(({ message: said, allowed, ...field }) => ({
    ...field,
    message: serverText(said),
    ...(allowed === undefined ? {} : { allowed: serverText(allowed) }),
  }))
  return new ApiError(code, serverText(message), { status, fieldErrors, correlationId, data, cause })
}
