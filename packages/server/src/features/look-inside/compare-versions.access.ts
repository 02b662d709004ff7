import { isDeepStrictEqual } from 'node:util'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { furtherParts, type VersionDiff } from '@sheetwright/contract/look-inside/diff-versions.ts'
import type { Services } from '../../services.ts'
import { localeOfEngine, readBuild, readStoredPorts } from '../engines/engine-build.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import type { ComparedSide } from './look-request.ts'

/** A version with what a comparison reads of it. */
export interface ReadVersion {
  readonly fileHash: string
  readonly side: ComparedSide
  readonly declared: EngineInterface
}

export async function readVersion(
  { files }: Pick<Services, 'files'>,
  tenantId: string,
  { fileHash, buildHash, portNames, properties }: StoredVersion,
): Promise<ReadVersion> {
  const { publicInterface, iteration } = await readBuild(files, tenantId, buildHash)
  const ports = await readStoredPorts(files, tenantId, buildHash)
  const locale = localeOfEngine(publicInterface.properties, properties)
  const declared = { ...publicInterface, properties: { ...publicInterface.properties, ...properties } }
  return { fileHash, side: { ports, iteration, portNames, locale }, declared }
}

type Differences = Omit<VersionDiff, 'before' | 'after'>
type DifferencesOfBooks = Omit<Differences, 'furtherParts' | 'isSameFile'>

/** What differs between two versions, or between a workbook that is no version here and one. */
export async function compareVersions(
  { books }: Pick<Services, 'books'>,
  tenantId: string,
  before: ReadVersion | Pick<ReadVersion, 'fileHash'>,
  after: ReadVersion,
): Promise<Differences> {
  const { fileHash, side, declared } = after
  const earlier = 'side' in before ? before : undefined
  const question = { kind: 'diff', before: earlier?.side ?? null, after: side, at: Date.now() } as const
  const otherFileHash = before.fileHash
  const answer = await books.ask({ tenantId, fileHash, locale: side.locale, question, otherFileHash })
  const differs = (part: (typeof furtherParts)[number]) =>
    earlier !== undefined && !isDeepStrictEqual(earlier.declared[part], declared[part])
  return {
    ...(answer as DifferencesOfBooks),
    furtherParts: furtherParts.filter(differs),
    isSameFile: otherFileHash === fileHash,
  }
}
