import type { ZippedForm } from '@sheetwright/contract/products/zip/manifest.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { findDraft, findPublished, insertFormVersion, saveDraft } from './form.store.ts'
import { withSafeTutorial } from './safe-tutorial.ts'

/** The published form of an engine as a zip carries it. */
export async function formToCarry(tx: TenantTransaction, engineId: string): Promise<ZippedForm | undefined> {
  const published = await findPublished(tx, engineId)
  if (published === undefined) return undefined
  const { layout, ports, note } = published
  return { layout, ports: [...ports], note }
}

/** Gives an engine the form from the zip. An existing form stays unless it is to be replaced. */
export async function takeForm(
  tx: TenantTransaction,
  engineId: string,
  form: ZippedForm | undefined,
  { publishedBy, replaces }: { readonly publishedBy: string; readonly replaces: boolean },
): Promise<void> {
  if (form === undefined) return
  const present = await findPublished(tx, engineId)
  if (present !== undefined && (!replaces || JSON.stringify(present.layout) === JSON.stringify(form.layout))) return
  const layout = withSafeTutorial(form.layout)
  await insertFormVersion(tx, engineId, { ...form, layout, number: (present?.number ?? 0) + 1, publishedBy })
}

/** Copies the published form of an engine to its copy, and the draft where the copier may see it. */
export async function copyForm(
  tx: TenantTransaction,
  { from, to, withDrafts }: { readonly from: string; readonly to: string; readonly withDrafts: boolean },
): Promise<void> {
  const published = await findPublished(tx, from)
  if (published !== undefined) {
    const { layout, ports, note, publishedBy } = published
    await insertFormVersion(tx, to, { layout, ports, note, publishedBy, number: 1 })
  }
  const draft = withDrafts ? await findDraft(tx, from) : undefined
  if (draft !== undefined) {
    const { layout, ports, savedBy } = draft
    await saveDraft(tx, to, 0, { layout, ports, savedBy })
  }
}
