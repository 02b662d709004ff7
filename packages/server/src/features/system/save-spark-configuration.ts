import { areaFlags } from '@sheetwright/contract/system/area-flags.ts'
import { saveSparkConfiguration } from '@sheetwright/contract/system/save-spark-configuration.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { areaExists, readConfiguration } from './configuration.access.ts'
import { removeLookupEntry, saveLookupEntry } from './lookup.store.ts'

export const saveSparkConfigurationHandler = handle(
  saveSparkConfiguration,
  async ({ caller, body, services, correlationId }) => {
    const { tenantId } = caller
    const absent = areaFlags.filter((flag) => body[flag] === true && !areaExists[flag])
    if (absent.length > 0) {
      throw new CallError(
        'INVALID_INPUT',
        'This installation does not have the area',
        absent.map((flag) => ({
          field: `body.${flag}`,
          message: 'cannot be switched on: this installation does not have it',
        })),
      )
    }
    const before = await readConfiguration(services, tenantId)
    await services.db.inTenant(tenantId, async (tx) => {
      for (const flag of areaFlags) {
        if (body[flag] === undefined) continue
        if (body[flag]) await removeLookupEntry(tx, 'AreaFlags', flag)
        else await saveLookupEntry(tx, 'AreaFlags', flag, 'false')
      }
      if (body.GitBookUrl === null) await removeLookupEntry(tx, 'GitBookUrl', 'GitBookUrl')
      else if (body.GitBookUrl !== undefined) await saveLookupEntry(tx, 'GitBookUrl', 'GitBookUrl', body.GitBookUrl)
      await services.events.publish(tx, { type: 'configuration.changed', id: tenantId })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'tenant.areas',
        entityType: 'tenant',
        entityId: tenantId,
        entityName: caller.tenantName,
        before,
        after: body,
      })
    })
    await services.caches.clear(tenantId)
    return readConfiguration(services, tenantId)
  },
)
