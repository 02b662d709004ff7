import type { Client } from '@sheetwright/contract/client.ts'
import { createContext, useContext } from 'react'

export const ApiContext = createContext<Client | null>(null)

/** The client for the calls of the contract. */
export function useApi(): Client {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useApi needs an ApiContext')
  return api
}
