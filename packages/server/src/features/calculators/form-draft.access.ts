import type { FormDraft } from '@sheetwright/contract/calculators/form-draft.ts'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import { type LayoutProblem, layoutProblemText } from '@sheetwright/contract/calculators/layout-problems.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { requireEngine } from '../engines/engine.access.ts'
import { type ExecutableEngine, requireExecutable } from '../execution/calculation.access.ts'
import { fitLayout, interfaceChanges, knownPorts } from './fit-layout.ts'
import { ownLayout, specOf } from './form-of-engine.ts'
import { withSafeTutorial } from './safe-tutorial.ts'
import { findDraft, findPublished, saveDraft } from './form.store.ts'

type AuthorIdentity = UserIdentity | KeyIdentity

interface BuilderCall {
  readonly caller: AuthorIdentity
  readonly params: { readonly product: string; readonly engine: string }
  readonly query: { readonly versionId?: string | undefined }
  readonly services: Pick<Services, 'db' | 'execution'>
}

/** The engine whose form the caller may edit, with the interface that applies. */
export async function requireFormOf({ caller, params, query, services }: BuilderCall): Promise<ExecutableEngine> {
  await services.db.inTenant(caller.tenantId, (tx) => requireEngine(tx, caller, params, 'write'))
  return requireExecutable(services.execution, { caller, ...params, versionId: query.versionId })
}

/** The draft of a form as the builder shows it: the saved draft, else the published form, else the engine's default. */
export async function draftOf(
  tx: TenantTransaction,
  caller: AuthorIdentity,
  found: ExecutableEngine,
): Promise<FormDraft> {
  const { engineId } = found.version
  const [draft, published] = [await findDraft(tx, engineId), await findPublished(tx, engineId)]
  const own = await ownLayout(tx, found)
  const start = draft ?? published ?? { layout: own, ports: knownPorts(found.engine.shown) }
  const layout = fitLayout(start.layout, start.ports, found.engine.shown, own)
  return {
    edition: draft?.edition ?? 0,
    savedBy: draft?.savedBy ?? null,
    savedAt: draft?.savedAt.toISOString() ?? null,
    isPublished: published !== undefined && JSON.stringify(published.layout) === JSON.stringify(start.layout),
    published: published === undefined ? null : versionOf(published),
    changes: interfaceChanges(start.ports, found.engine.shown),
    spec: specOf(found, caller, { layout, source: 'draft' }, { name: null, logo: null, colour: null }),
    own,
  }
}

function versionOf({ number, note, publishedBy, publishedAt }: NonNullable<FormDraft['published']>) {
  return { number, note, publishedBy, publishedAt }
}

/** Saves a layout as the draft; does not overwrite a draft that somebody else saved meanwhile. */
export async function keepDraft(
  tx: TenantTransaction,
  found: ExecutableEngine,
  { layout, edition, savedBy }: { layout: FormLayout; edition: number; savedBy: string },
): Promise<void> {
  const ports = knownPorts(found.engine.shown)
  const draft = { layout: withSafeTutorial(layout), ports, savedBy }
  if (await saveDraft(tx, found.version.engineId, edition, draft)) return
  throw new CallError('CONFLICT', 'Somebody else saved the form meanwhile. Load it again before you change it.')
}

/** Refuses a form with problems, listing each by its key. */
export function assertNoProblems(problems: readonly LayoutProblem[]): void {
  if (problems.length === 0) return
  throw new CallError(
    'PRODUCT_TUTORIAL_UPLOAD_ERROR',
    `The form has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}`,
    problems.map((problem) => ({ field: problem.key, message: layoutProblemText(problem) })),
  )
}
