import type { Acknowledgement, PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import type { VersionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import { bumped } from '@sheetwright/contract/engines/revision.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Services } from '../../services.ts'
import { effectiveRange } from './effective-dates.ts'
import { noteEngineChange } from './engine-audit.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import type { AuthorIdentity } from './engine-author.ts'
import { type StoredEngine, updateEngine } from './engine.store.ts'
import { findVersion, listVersions, type StoredVersion, updateVersion } from './engine-version.store.ts'
import { assertSameDates } from './four-eyes.ts'
import { assertAcknowledged, checksOf } from './publish-checks.ts'
import { refusing } from './publish-refused.ts'

interface AskedPublishing {
  readonly releaseNote?: string | undefined
  readonly versionUpgrade?: VersionUpgrade | undefined
  readonly effectiveStartDate?: string | undefined
  readonly effectiveEndDate?: string | undefined
  readonly acknowledge?: Acknowledgement | undefined
}

/** Activates a draft, with the author's decisions at that moment. */
export async function publishVersion(
  tx: TenantTransaction,
  { events, files }: Pick<Services, 'events' | 'files'>,
  who: { caller: AuthorIdentity; correlationId: string },
  engine: StoredEngine,
  draft: StoredVersion,
  asked: AskedPublishing,
): Promise<StoredVersion> {
  // Locks the engine. Whoever publishes at the same time waits here, and then finds what became of the draft.
  await updateEngine(tx, engine.id)
  const version = await existing(tx, engine.id, draft.id)
  assertPublishable(version)
  const others = (await listVersions(tx, engine.id, { withArchived: true })).filter(({ id }) => id !== version.id)
  const releaseNote = asked.releaseNote ?? version.releaseNote
  if (others.length > 0 && releaseNote === '') {
    throw new CallError('INVALID_INPUT', 'A later version of an engine is published with a release note', [
      { field: 'body.releaseNote', message: 'is missing', allowed: 'what is new in this version' },
    ])
  }
  const found = await checksOf(tx, files, version)
  refusing({ engineId: engine.id, versionId: version.id }, () =>
    assertAcknowledged(found, asked.acknowledge, who.caller.kind === 'user' && who.caller.isAdmin),
  )
  const range = effectiveRange(asked, {
    effectiveStart: new Date(version.effectiveStartDate),
    effectiveEnd: new Date(version.effectiveEndDate),
  })
  await assertSameDates(tx, engine, version, range)
  const highest = others[0]?.revision
  const revision =
    asked.versionUpgrade === undefined || highest === undefined
      ? version.revision
      : bumped(highest, asked.versionUpgrade)
  await updateVersion(tx, version.id, {
    state: 'Active',
    releaseNote,
    revision,
    ...range,
    publishedBy: await personBehind(tx, who.caller),
  })
  const published = await existing(tx, engine.id, version.id)
  await noteEngineChange(tx, events, actorOf(who.caller, who.correlationId), {
    action: 'engine.publish',
    engine,
    before: { revision: version.revision, state: version.state },
    after: {
      revision: published.revision,
      state: published.state,
      releaseNote,
      ...acknowledged(found, asked.acknowledge),
    },
  })
  return published
}

/** The failed checks for the audit trail: only those, whatever else the caller named. */
export function acknowledged(
  found: readonly PublishCheck[],
  acknowledge: Acknowledgement | undefined,
): { acknowledged?: readonly string[]; reason?: string } {
  const codes = found.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code)
  if (codes.length === 0 || acknowledge === undefined) return {}
  return { acknowledged: codes, reason: acknowledge.reason }
}

function assertPublishable(version: StoredVersion): void {
  if (version.state !== 'Draft') {
    throw new CallError(
      'STATUS_CHANGE_NOT_ALLOWED',
      `Version ${version.revision} is ${version.state}; only drafts are published`,
    )
  }
  if (version.blockedBecause !== null) throw new CallError('ENGINE_NOT_PROVEN', version.blockedBecause)
}

export async function existing(tx: TenantTransaction, engineId: string, id: string): Promise<StoredVersion> {
  const version = await findVersion(tx, engineId, id)
  if (version === undefined) throw new Error('The version is gone')
  return version
}
