import { isDeepStrictEqual } from 'node:util'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { diffVersions, furtherParts, type VersionDiff } from '@sheetwright/contract/look-inside/diff-versions.ts'
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
  const [earlier, later] = [await sideOf(services, tenantId, before), await sideOf(services, tenantId, after)]
  const question = { kind: 'diff', before: earlier.side, after: later.side, at: Date.now() } as const
  const { fileHash } = after
  const { locale } = question.after
  const answer = await services.books.ask({ tenantId, fileHash, locale, question, otherFileHash: before.fileHash })
  const named = ({ id, revision }: StoredVersion) => ({ id, revision })
  return {
    ...(answer as Omit<VersionDiff, 'before' | 'after' | 'furtherParts' | 'isSameFile'>),
    before: named(before),
    after: named(after),
    furtherParts: furtherParts.filter((part) => !isDeepStrictEqual(earlier.declared[part], later.declared[part])),
    isSameFile: before.fileHash === after.fileHash,
  }
})

interface DeclaredSide {
  readonly side: ComparedSide
  readonly declared: EngineInterface
}

async function sideOf(
  { files }: Pick<Services, 'files'>,
  tenantId: string,
  { buildHash, portNames, properties }: StoredVersion,
): Promise<DeclaredSide> {
  const { publicInterface, iteration } = await readBuild(files, tenantId, buildHash)
  const ports = await readStoredPorts(files, tenantId, buildHash)
  const locale = localeOfEngine(publicInterface.properties, properties)
  return { side: { ports, iteration, portNames, locale }, declared: publicInterface }
}
