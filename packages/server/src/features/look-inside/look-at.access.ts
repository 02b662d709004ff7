import type { TenantTransaction } from '../../platform/db/database.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { localeOfEngine, readBuild, readStoredPorts, timeZoneOfEngine } from '../engines/engine-build.store.ts'
import { assertMayLeave, requireEngine, requireVersion } from '../engines/engine.access.ts'
import { requireUpload } from '../engines/engine-upload.access.ts'
import type { EngineAddress } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import type { LookedAtRun, LookQuestion } from './look-request.ts'

/** The locale of a workbook that is no engine yet. */
const usualLocale = 'en-US'

/** Asks about an uploaded workbook that the caller may see. */
export async function lookIntoUpload(
  { db, books }: Pick<Services, 'db' | 'books'>,
  caller: CallerIdentity & { readonly tenantId: string },
  uploadId: string,
  question: LookQuestion,
): Promise<unknown> {
  const { tenantId } = caller
  const { fileHash } = await db.inTenant(tenantId, (tx) => requireUpload(tx, caller, uploadId))
  return books.ask({ tenantId, fileHash, locale: usualLocale, question })
}

type VersionAddress = EngineAddress & { readonly version: string }

/** The version of an engine whose workbook the caller may inspect: its cells are the workbook's content. */
export async function seenVersion(
  tx: TenantTransaction,
  caller: CallerIdentity,
  address: VersionAddress,
): Promise<StoredVersion> {
  const engine = await requireEngine(tx, caller, address, 'read')
  assertMayLeave(engine)
  return requireVersion(tx, engine, address.version)
}

/** A run as a call describes it. */
interface AskedRun {
  readonly inputs: Readonly<Record<string, unknown>>
  readonly subservice?: string | undefined
}

/** Asks about the workbook of a version, with the values of a run if given. */
export async function lookIntoVersion(
  { db, books, files }: Pick<Services, 'db' | 'books' | 'files'>,
  caller: CallerIdentity & { readonly tenantId: string },
  address: VersionAddress,
  ask: { readonly question: (run: LookedAtRun | undefined) => LookQuestion; readonly run?: AskedRun | undefined },
): Promise<unknown> {
  const { tenantId } = caller
  const { fileHash, buildHash, portNames, properties } = await db.inTenant(tenantId, (tx) =>
    seenVersion(tx, caller, address),
  )
  const { publicInterface, iteration } = await readBuild(files, tenantId, buildHash)
  const locale = localeOfEngine(publicInterface.properties, properties)
  const run = ask.run && {
    ports: await readStoredPorts(files, tenantId, buildHash),
    iteration,
    portNames,
    inputs: ask.run.inputs,
    subservice: ask.run.subservice,
    // NOW stays constant while somebody inspects one run.
    at: Math.floor(Date.now() / 3_600_000) * 3_600_000,
    timeZone: timeZoneOfEngine(publicInterface.properties, properties),
  }
  return books.ask({ tenantId, fileHash, locale, question: ask.question(run) })
}
