import { randomBytes } from 'node:crypto'
import { beginDeviceLogin } from '@sheetwright/contract/api-keys/begin-device-login.ts'
import { handle } from '../../platform/http/handle.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { hashOfKey } from '../../platform/identity/api-keys.ts'
import { askSeconds, assertNotTooOften, codeMinutes, displayedCode, newUserCode } from './device-login.ts'
import { insertDeviceLogin } from './device-login.store.ts'

export const beginDeviceLoginHandler = handle(
  beginDeviceLogin,
  async ({ body: { machine }, address, services: { db, settings } }) => {
    await assertNotTooOften(db, { kind: 'codes', who: networkOf(address) })
    const deviceCode = randomBytes(32).toString('base64url')
    const userCode = newUserCode()
    const expiresAt = new Date(Date.now() + codeMinutes * 60_000)
    const login = { deviceHash: hashOfKey(deviceCode), userCode, machine, address, expiresAt }
    await db.inSystem((tx) => insertDeviceLogin(tx, login))
    return {
      deviceCode,
      userCode: displayedCode(userCode),
      page: `${settings.origin}/device?code=${displayedCode(userCode)}`,
      expiresAt: expiresAt.toISOString(),
      interval: askSeconds,
    }
  },
)
