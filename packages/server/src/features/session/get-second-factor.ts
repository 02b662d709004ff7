import { getSecondFactor } from '@sheetwright/contract/session/get-second-factor.ts'
import { handle } from '../../platform/http/handle.ts'
import { findFactor, groupsRequireFactor } from '../../platform/identity/second-factor.store.ts'

export const getSecondFactorHandler = handle(getSecondFactor, ({ caller, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const factor = await findFactor(tx, caller.userId)
    return {
      on: factor?.isConfirmed ?? false,
      required: await groupsRequireFactor(tx, caller.groups),
      recoveryCodes: factor?.recoveryCodes ?? 0,
    }
  }),
)
