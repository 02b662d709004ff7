import { signOut } from '@sheetwright/contract/session/sign-out.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { forgetTests } from '../../features/api-tester/kept-tests.ts'
import { useApi } from '../../platform/api/use-api.ts'
import type { SessionEnd } from '../../platform/session/session.ts'
import { useSession } from '../../platform/session/use-session.ts'
import { useAppStore } from '../../platform/store/use-app-store.ts'

/** Ends the session on the server and here; if the user asked for it, also at the identity provider. */
export function useSignOut(): (reason: SessionEnd) => Promise<void> {
  const api = useApi()
  const session = useSession()
  const store = useAppStore()
  const queries = useQueryClient()
  return useCallback(
    async (reason) => {
      store.set({ auth: { ...store.get().auth, isLoggingOut: true } })
      const providerUrl = reason === 'SignedOut' ? await session.signOutUrl().catch(() => null) : null
      // The session ends here even if the server cannot be reached.
      await api.call(signOut).catch(() => undefined)
      session.leave(reason)
      queries.clear()
      forgetTests(window.sessionStorage)
      if (providerUrl !== null) window.location.assign(providerUrl)
    },
    [api, session, store, queries],
  )
}
