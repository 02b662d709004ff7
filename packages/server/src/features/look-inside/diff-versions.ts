import { diffVersions, type VersionDiff } from '@sheetwright/contract/look-inside/diff-versions.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { localeOfEngine, readBuild, readStoredPorts } from '../engines/engine-build.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import { seenVersion } from './look-at.access.ts'
import type { ComparedSide } from './look-request.ts'

export const diffVersionsHandler = handle(diffVersions, async ({ caller, params, services }) => {
  const { tenantId } = caller
  const { against, ...address } = params
  const [before, after] = await services.db.inTenant(tenantId, async (tx) => [
    await seenVersion(tx, caller, { ...address, version: against }),
    await seenVersion(tx, caller, address),
  ])
  const question = {
    kind: 'diff',
    before: await sideOf(services, tenantId, before),
    after: await sideOf(services, tenantId, after),
    at: Date.now(),
  } as const
  const { fileHash } = after
  const { locale } = question.after
  const answer = await services.books.ask({ tenantId, fileHash, locale, question, otherFileHash: before.fileHash })
  const named = ({ id, revision }: StoredVersion) => ({ id, revision })
  return { ...(answer as Omit<VersionDiff, 'before' | 'after'>), before: named(before), after: named(after) }
})

async function sideOf(
  { files }: Pick<Services, 'files'>,
  tenantId: string,
  { buildHash, portNames, properties }: StoredVersion,
): Promise<ComparedSide> {
  const { publicInterface, iteration } = await readBuild(files, tenantId, buildHash)
  const ports = await readStoredPorts(files, tenantId, buildHash)
  return { ports, iteration, portNames, locale: localeOfEngine(publicInterface.properties, properties) }
}
