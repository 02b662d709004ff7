import { saveMapping } from '@sheetwright/contract/ingenium/save-mapping.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { checkMapping } from './check-mapping.ts'
import { requireEngineVersion } from './engine-of-mapping.access.ts'
import { insertMapping, insertMappingVersion } from './policy-mapping.store.ts'
import { requireMapping } from './policy.access.ts'

export const saveMappingHandler = handle(saveMapping, ({ caller, body, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { id, name, note, mapping } = body
    const known = id === undefined ? undefined : await requireMapping(tx, caller, id)
    const engineId = known?.engineId ?? body.engineId
    if (engineId === undefined || (known === undefined && name === undefined)) {
      const field = engineId === undefined ? 'body.engineId' : 'body.name'
      throw new CallError('INVALID_INPUT', 'A new mapping needs an engine and a name', [
        { field, message: 'is missing' },
      ])
    }
    const { engine, version } = await requireEngineVersion(tx, caller, engineId, 'write')
    await checkMapping(files, caller.tenantId, version, mapping)
    const createdBy = caller.userId
    const saved =
      known?.id ?? (await insertMapping(tx, { productId: engine.productId, engineId, name: name ?? '', createdBy }))
    if (saved === undefined) {
      const message = `The engine has a mapping "${name ?? ''}" already`
      throw new CallError('POLICY_MAPPING_ALREADY_EXISTS', message, [{ field: 'body.name', message: 'is taken' }])
    }
    await insertMappingVersion(tx, saved, { note, mapping, createdBy })
    return requireMapping(tx, caller, saved)
  }),
)
