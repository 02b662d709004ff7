import { previewSync } from '@sheetwright/contract/master-references/preview-sync.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { listEngineReferences } from './engine-reference.store.ts'
import { requireDocument, requireMasterVersion } from './master-reference.access.ts'
import { previewedCases } from './previewed-cases.ts'
import { replaceInEngine } from './replace-in-engine.ts'

export const previewSyncHandler = handle(previewSync, async ({ caller, body, services, signal }) => {
  const { tenantId } = caller
  const found = await services.db.inTenant(tenantId, async (tx) => {
    const document = await requireDocument(tx, body.documentId)
    const master = await requireMasterVersion(tx, document, body.version ?? document.shownVersionId)
    const { version } = await requireEngineById(tx, caller, body.engineId, 'read')
    if (version === null) throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The engine has no version')
    const references = await listEngineReferences(tx, version.uploadId, version)
    const tables = references
      .filter(({ documentId }) => documentId === document.id)
      .flatMap(({ name, tableHash }) => {
        const range = master.referenceRanges.find((one) => one.name.toLowerCase() === name.toLowerCase())
        return range === undefined || range.tableHash === tableHash ? [] : [{ name, hash: range.tableHash }]
      })
    return { version, tables, testBeds: await previewedCases(tx, caller, body.engineId, version.portNames) }
  })
  if (found.tables.length === 0) return { ranges: [], recomputedCells: 0, outputs: [], outputCount: 0, testBeds: [] }
  return replaceInEngine(services, { tenantId, ...found, signal }, (effect, { done }) =>
    Promise.resolve({
      ...effect,
      testBeds: found.testBeds.flatMap(({ id, name, count, cases }) => {
        const { changed = 0, outputs = [] } = done.testBeds.find((bed) => bed.id === id) ?? {}
        return [{ id, name, noOfTest: count, computed: cases.length, changed, outputs }]
      }),
    }),
  )
})
