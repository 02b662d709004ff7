import { listConfigurationChanges } from '@sheetwright/contract/configuration/list-configuration-changes.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeAnswer, mostChanges } from './apply-file.ts'
import { readChanges } from './configuration-change.store.ts'

export const listConfigurationChangesHandler = handle(listConfigurationChanges, ({ caller, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const changes = await readChanges(tx, mostChanges)
    return { items: changes.map((change, index) => changeAnswer(change, index === 0)), count: changes.length }
  }),
)
