import type { FormVersion, KnownPort } from '@sheetwright/contract/calculators/form-draft.ts'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { TutorialEntry } from '@sheetwright/contract/calculators/tutorial.ts'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { formDrafts, formVersions } from '../../platform/db/schema/forms.ts'
import { rankOn } from '../permissions/entity-rank.store.ts'

/** A layout with the inputs and outputs it was made for. */
export interface StoredForm {
  readonly layout: FormLayout
  readonly ports: readonly KnownPort[]
}

export interface StoredDraft extends StoredForm {
  readonly edition: number
  readonly savedBy: string
  readonly savedAt: Date
}

export interface PublishedForm extends StoredForm, FormVersion {}

export async function findDraft(tx: TenantTransaction, engineId: string): Promise<StoredDraft | undefined> {
  const [row] = await tx.q
    .select()
    .from(formDrafts)
    .where(and(eq(formDrafts.tenantId, tx.tenantId), eq(formDrafts.engineId, engineId)))
  return row
}

/** Saves the draft if it still has the edition that its author read; returns whether it had. */
export async function saveDraft(
  tx: TenantTransaction,
  engineId: string,
  edition: number,
  draft: StoredForm & { readonly savedBy: string },
): Promise<boolean> {
  const { tenantId } = tx
  const isSaved = { ...draft, edition: edition + 1, savedAt: sql`clock_timestamp()` }
  const saved =
    edition === 0
      ? await tx.q
          .insert(formDrafts)
          .values({ tenantId, engineId, ...isSaved })
          .onConflictDoNothing()
          .returning({ edition: formDrafts.edition })
      : await tx.q
          .update(formDrafts)
          .set(isSaved)
          .where(
            and(eq(formDrafts.tenantId, tenantId), eq(formDrafts.engineId, engineId), eq(formDrafts.edition, edition)),
          )
          .returning({ edition: formDrafts.edition })
  return saved.length > 0
}

const versionColumns = {
  number: formVersions.number,
  note: formVersions.note,
  publishedBy: formVersions.publishedBy,
  publishedAt: formVersions.publishedAt,
}

const ofEngine = (tx: TenantTransaction, engineId: string) =>
  and(eq(formVersions.tenantId, tx.tenantId), eq(formVersions.engineId, engineId))

/** The form that pages show: the one published last. */
export async function findPublished(tx: TenantTransaction, engineId: string): Promise<PublishedForm | undefined> {
  const [row] = await tx.q
    .select({ ...versionColumns, layout: formVersions.layout, ports: formVersions.ports })
    .from(formVersions)
    .where(ofEngine(tx, engineId))
    .orderBy(desc(formVersions.number))
    .limit(1)
  return row && { ...row, publishedAt: row.publishedAt.toISOString() }
}

export async function findFormVersion(
  tx: TenantTransaction,
  engineId: string,
  number: number,
): Promise<FormLayout | undefined> {
  const [row] = await tx.q
    .select({ layout: formVersions.layout })
    .from(formVersions)
    .where(and(ofEngine(tx, engineId), eq(formVersions.number, number)))
  return row?.layout
}

export async function listVersions(tx: TenantTransaction, engineId: string): Promise<FormVersion[]> {
  const rows = await tx.q
    .select(versionColumns)
    .from(formVersions)
    .where(ofEngine(tx, engineId))
    .orderBy(desc(formVersions.number))
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }))
}

/** The form published last for each live engine of a product that the caller sees, by engine name. */
export async function publishedForms(
  tx: TenantTransaction,
  caller: CallerIdentity,
  productId: string,
): Promise<Omit<TutorialEntry, 'problems'>[]> {
  const rank = rankOn(caller, 'engine', {
    id: sql`${engines.id}`,
    productId: sql`${engines.productId}`,
    tenantId: sql`${engines.tenantId}`,
  })
  const rows = await tx.q
    .selectDistinctOn([engines.serviceName, engines.id], {
      engineId: engines.id,
      serviceName: engines.serviceName,
      title: sql<TutorialEntry['title']>`${formVersions.layout} -> 'title'`,
      steps: sql<number>`coalesce(jsonb_array_length(${formVersions.layout} #> '{tutorial,steps}'), 0)`,
      number: formVersions.number,
      publishedBy: formVersions.publishedBy,
      publishedAt: formVersions.publishedAt,
    })
    .from(formVersions)
    .innerJoin(engines, and(eq(engines.tenantId, formVersions.tenantId), eq(engines.id, formVersions.engineId)))
    .where(
      and(
        eq(formVersions.tenantId, tx.tenantId),
        eq(engines.productId, productId),
        isNull(engines.deletedAt),
        isNotNull(rank),
      ),
    )
    .orderBy(engines.serviceName, engines.id, desc(formVersions.number))
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }))
}

/** Publishing locks the draft's row, so that numbers are assigned one after the other. */
export async function lockDraft(tx: TenantTransaction, engineId: string): Promise<StoredDraft | undefined> {
  const [row] = await tx.q
    .select()
    .from(formDrafts)
    .where(and(eq(formDrafts.tenantId, tx.tenantId), eq(formDrafts.engineId, engineId)))
    .for('update')
  return row
}

export async function insertFormVersion(
  tx: TenantTransaction,
  engineId: string,
  version: StoredForm & { readonly number: number; readonly note: string; readonly publishedBy: string },
): Promise<void> {
  await tx.q.insert(formVersions).values({ tenantId: tx.tenantId, engineId, ...version })
}
