import { getDeviceLogin } from '@sheetwright/contract/api-keys/get-device-login.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertNotTooOften, deviceLoginAnswer, forgive, unknownLogin } from './device-login.ts'
import { findByUserCode } from './device-login.store.ts'

export const getDeviceLoginHandler = handle(getDeviceLogin, async ({ caller, body: { code }, services: { db } }) => {
  const limited = { kind: 'tries', who: caller.userId } as const
  await assertNotTooOften(db, limited)
  const login = await db.inSystem((tx) => findByUserCode(tx, code))
  if (login === undefined) throw unknownLogin()
  await forgive(db, limited)
  return deviceLoginAnswer(login)
})
