import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { saveTestBedTemplate } from '@sheetwright/contract/test-beds/save-test-bed-template.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { requireTemplate } from './test-bed.access.ts'
import { insertTemplate, insertTemplateVersion, templateNameIndex } from './test-bed-template.store.ts'

export const saveTestBedTemplateHandler = handle(saveTestBedTemplate, ({ caller, body, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const before =
      body.templateId === undefined ? undefined : await requireTemplate(tx, caller, body.templateId, 'write')
    const engineId = before?.engineId ?? body.engineId
    if (engineId === undefined) throw missing('engineId', 'the id of an engine')
    const engine = await requireEngineById(tx, caller, engineId, 'write')
    const version = await meantVersion(tx, engine, body.version)
    const ports = await interfaceOf(files, caller.tenantId, version)
    assertNames('inputs', body.inputs, ports.inputs)
    assertNames('outputs', body.outputs, ports.outputs)
    const name = body.name ?? before?.name ?? `${engine.serviceName} ${version.revision}`
    const save = async (): Promise<string> => {
      const { description } = body
      const id =
        before?.id ??
        (await insertTemplate(tx, { productId: engine.productId, engineId, name, description: description ?? '' }))
      const chosen = { inputs: body.inputs ?? null, outputs: body.outputs ?? null }
      const made = { engineVersionId: version.id, ...chosen, createdBy: caller.userId }
      await insertTemplateVersion(tx, id, { name: body.name, description }, made)
      return id
    }
    const id = await save().catch((error: unknown) => {
      if (!isUniqueViolation(error, templateNameIndex)) throw error
      throw new CallError('TESTBED_ALREADY_EXISTS', `The engine has a template "${name}" already`)
    })
    return requireTemplate(tx, caller, id, 'read')
  }),
)

function assertNames(
  field: 'inputs' | 'outputs',
  names: readonly string[] | undefined,
  ports: readonly EnginePort[],
): void {
  const known = new Set(ports.map(({ name }) => name.toLowerCase()))
  const unknown = names?.find((name) => !known.has(name.toLowerCase()))
  if (unknown === undefined) return
  throw new CallError('INVALID_INPUT', `The engine has no "${unknown}" among its ${field}`, [
    { field: `body.${field}`, message: `holds "${unknown}"`, allowed: ports.map(({ name }) => name).join(', ') },
  ])
}

function missing(field: string, allowed: string): CallError {
  return new CallError('INVALID_INPUT', `body.${field}: is missing`, [
    { field: `body.${field}`, message: 'is missing', allowed },
  ])
}
