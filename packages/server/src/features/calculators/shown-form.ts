import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { Database } from '../../platform/db/database.ts'
import type { EngineChoice, ExecutableEngine } from '../execution/calculation.access.ts'
import { fitLayout } from './fit-layout.ts'
import { ownLayout } from './form-of-engine.ts'
import { findPublished } from './form.store.ts'

/** The form of an engine that a page shows: the published one, fitted to the running version. */
export async function shownForm(
  db: Database,
  { tenantId }: EngineChoice['caller'],
  found: ExecutableEngine,
  wanted: 'published' | 'generated',
): Promise<Pick<FormSpec, 'layout' | 'source'>> {
  const { own, published } = await db.inTenant(tenantId, async (tx) => ({
    own: await ownLayout(tx, found),
    published: wanted === 'generated' ? undefined : await findPublished(tx, found.version.engineId),
  }))
  if (published === undefined) return { layout: own, source: 'generated' }
  return { layout: fitLayout(published.layout, published.ports, found.engine.shown, own), source: 'published' }
}
