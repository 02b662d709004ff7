import { getFormVersion } from '@sheetwright/contract/calculators/get-form-version.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { findFormVersion } from './form.store.ts'

export const getFormVersionHandler = handle(getFormVersion, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'write')
    const layout = await findFormVersion(tx, engine.id, params.version)
    if (layout === undefined) {
      throw new CallError('FORM_VERSION_NOT_FOUND', `The form has no version ${params.version}`)
    }
    return layout
  }),
)
