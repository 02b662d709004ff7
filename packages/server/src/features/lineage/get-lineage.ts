import { getLineage } from '@sheetwright/contract/lineage/get-lineage.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { readBuild } from '../engines/engine-build.store.ts'
import { allChains } from '../execution/chain.store.ts'
import { requireDocument, requireMasterVersion } from '../master-references/master-reference.access.ts'
import { LineageGraph } from './lineage-graph.ts'
import { callersOf, type VersionUse, versionUses } from './lineage.store.ts'

/** The most interfaces searched for a field. */
const mostInterfaces = 500

export const getLineageHandler = handle(getLineage, ({ caller, query, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const graph = new LineageGraph()
    const uses = await usesOf()
    const seen = uses.filter(({ rank }) => rank !== null)
    for (const use of seen) graph.addUse(use)
    const engineIds = [...new Set(seen.map(({ engineId }) => engineId))]
    for (const chain of await allChains(tx)) graph.addChain(chain)
    for (const one of await callersOf(tx, engineIds)) graph.addCaller(one)
    const hidden = new Set(uses.filter(({ rank }) => rank === null).map(({ engineId }) => engineId)).size
    return graph.answer(hidden)

    async function usesOf(): Promise<readonly VersionUse[]> {
      if (query.kind === 'engine') {
        if (!/^[0-9a-f-]{36}$/i.test(query.id))
          throw new CallError('ENGINE_NOT_FOUND', `There is no engine "${query.id}"`)
        const engine = await requireEngineById(tx, caller, query.id, 'read')
        graph.start = `engine:${engine.id}`
        return versionUses(tx, caller, { engineId: engine.id })
      }
      if (query.kind === 'field') {
        graph.start = `field:${query.id.toLowerCase()}`
        graph.addField(query.id)
        return withField(tx, files, query.id, await versionUses(tx, caller, {}))
      }
      const document = await requireDocument(tx, query.id)
      const version = await requireMasterVersion(tx, document, document.shownVersionId)
      graph.addMaster(document, version.referenceRanges)
      if (query.kind === 'master') {
        graph.start = `master:${document.id}`
        return versionUses(tx, caller, { documentId: document.id })
      }
      const range = version.referenceRanges.find(({ name }) => name.toLowerCase() === query.range?.toLowerCase())
      if (range === undefined) {
        throw new CallError('REFERENCE_RANGE_NOT_FOUND', `The master has no range "${query.range ?? ''}"`, [
          {
            field: 'query.range',
            message: 'is no range of the master',
            allowed: version.referenceRanges.map(({ name }) => name).join(', '),
          },
        ])
      }
      graph.start = `range:${document.id}:${range.name.toLowerCase()}`
      graph.keepOnlyRange(document.id, range.name)
      const all = await versionUses(tx, caller, { documentId: document.id })
      return all.filter((use) => use.range?.toLowerCase() === range.name.toLowerCase())
    }
  }),
)

/** Versions that have a field as input or output, without duplicates. */
async function withField(
  tx: TenantTransaction,
  files: Files,
  name: string,
  uses: readonly VersionUse[],
): Promise<VersionUse[]> {
  const wanted = name.toLowerCase()
  const found: VersionUse[] = []
  const looked = new Set<string>()
  for (const use of uses) {
    if (!use.isCurrent || looked.has(use.versionId) || looked.size >= mostInterfaces) continue
    looked.add(use.versionId)
    if (use.rank === null) continue
    const { publicInterface } = await readBuild(files, tx.tenantId, use.buildHash)
    const { inputs, outputs, subservices } = publicInterface
    const ports = [...inputs, ...outputs, ...subservices.flatMap((one) => [...one.inputs, ...one.outputs])]
    if (ports.some((port) => port.name.toLowerCase() === wanted)) {
      found.push({ ...use, range: null, documentId: null, documentName: null })
    }
  }
  return found
}
