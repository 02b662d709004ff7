import { publishEngine, setVersionState, versionStateChanges } from '@sheetwright/contract/engines/publish-engine.ts'
import type { VersionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import { bumped } from '@sheetwright/contract/engines/revision.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { effectiveRange } from './effective-dates.ts'
import { noteEngineChange } from './engine-audit.ts'
import { type AuthorIdentity, authorOf, personBehind } from './engine-author.ts'
import { requireVersion } from './engine-detail.ts'
import { requireEngine } from './engine.access.ts'
import { type StoredEngine, updateEngine } from './engine.store.ts'
import { findVersion, listVersions, type StoredVersion, updateVersion } from './engine-version.store.ts'

export const publishEngineHandler = handle(publishEngine, ({ caller, params, body, services, correlationId }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'write')
    const version = await (body.version === undefined
      ? newestDraft(tx, engine)
      : requireVersion(tx, engine, body.version))
    return publishVersion(tx, services, { caller, correlationId }, engine, version, body)
  }),
)

interface AskedPublishing {
  readonly releaseNote?: string | undefined
  readonly versionUpgrade?: VersionUpgrade | undefined
  readonly effectiveStartDate?: string | undefined
  readonly effectiveEndDate?: string | undefined
}

/** Makes a draft active, with whatever its author decides at that moment. */
export async function publishVersion(
  tx: TenantTransaction,
  { events }: Pick<Services, 'events'>,
  who: { caller: AuthorIdentity; correlationId: string },
  engine: StoredEngine,
  version: StoredVersion,
  asked: AskedPublishing,
): Promise<StoredVersion> {
  assertPublishable(version)
  await updateEngine(tx, engine.id)
  const others = (await listVersions(tx, engine.id, { withArchived: true })).filter(({ id }) => id !== version.id)
  const releaseNote = asked.releaseNote ?? version.releaseNote
  if (others.length > 0 && releaseNote === '') {
    throw new CallError('INVALID_INPUT', 'A later version of an engine is published with a release note', [
      { field: 'body.releaseNote', message: 'is missing', allowed: 'what is new in this version' },
    ])
  }
  const highest = others[0]?.revision
  const revision =
    asked.versionUpgrade === undefined || highest === undefined
      ? version.revision
      : bumped(highest, asked.versionUpgrade)
  await updateVersion(tx, version.id, {
    state: 'Active',
    releaseNote,
    revision,
    ...effectiveRange(asked, {
      effectiveStart: new Date(version.effectiveStartDate),
      effectiveEnd: new Date(version.effectiveEndDate),
    }),
    publishedBy: await personBehind(tx, who.caller),
  })
  const published = await existing(tx, engine.id, version.id)
  await noteEngineChange(tx, events, authorOf(who.caller, who.correlationId), {
    action: 'engine.publish',
    engine,
    before: { revision: version.revision, state: version.state },
    after: { revision: published.revision, state: published.state, releaseNote },
  })
  return published
}

export const setVersionStateHandler = handle(
  setVersionState,
  ({ caller, params, body, services: { db, events }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const engine = await requireEngine(tx, caller, params, 'write')
      const version = await requireVersion(tx, engine, params.version)
      if (version.state === 'Draft' && body.state === 'Active') {
        return publishVersion(tx, { events }, { caller, correlationId }, engine, version, {})
      }
      assertStateChange(version, body.state)
      await updateVersion(tx, version.id, { state: body.state })
      await updateEngine(tx, engine.id)
      await noteEngineChange(tx, events, authorOf(caller, correlationId), {
        action: 'engine.versionState',
        engine,
        before: { revision: version.revision, state: version.state },
        after: { revision: version.revision, state: body.state },
      })
      return existing(tx, engine.id, version.id)
    }),
)

function assertPublishable(version: StoredVersion): void {
  if (version.state !== 'Draft') {
    throw new CallError(
      'STATUS_CHANGE_NOT_ALLOWED',
      `Version ${version.revision} is ${version.state}; only drafts are published`,
    )
  }
  if (version.blockedBecause !== null) throw new CallError('ENGINE_NOT_PROVEN', version.blockedBecause)
}

/** A version that was archived as a draft has never been published and does not come back as if it had. */
function assertStateChange(
  { state, revision, publishedAt, blockedBecause }: StoredVersion,
  to: StoredVersion['state'],
) {
  const allowed = versionStateChanges[state].filter((each) => each === 'Archived' || publishedAt !== null)
  if (!allowed.includes(to)) {
    throw new CallError('STATUS_CHANGE_NOT_ALLOWED', `Version ${revision} cannot go from ${state} to ${to}`, [
      { field: 'body.state', message: `cannot follow ${state}`, allowed: allowed.join(', ') || 'nothing' },
    ])
  }
  if (to === 'Active' && blockedBecause !== null) throw new CallError('ENGINE_NOT_PROVEN', blockedBecause)
}

async function newestDraft(tx: TenantTransaction, engine: StoredEngine): Promise<StoredVersion> {
  const versions = await listVersions(tx, engine.id, { withArchived: false })
  const draft = versions.find(({ state }) => state === 'Draft')
  if (draft !== undefined) return draft
  throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The engine has no draft that could be published')
}

async function existing(tx: TenantTransaction, engineId: string, id: string): Promise<StoredVersion> {
  const version = await findVersion(tx, engineId, id)
  if (version === undefined) throw new Error('The version is gone')
  return version
}
