import { signOut } from '@sheetwright/contract/session/sign-out.ts'
import { handle } from '../../platform/http/handle.ts'

export const signOutHandler = handle(signOut, async ({ caller, services: { identity }, log }) => {
  if (caller.sessionId !== undefined) {
    await identity.endSession(caller.tenantId, caller.userId, caller.sessionId)
    log.info('Signed out')
  }
  return { signedOut: true as const }
})
