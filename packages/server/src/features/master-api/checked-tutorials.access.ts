import type { CheckedEngine } from '@sheetwright/contract/master-api/check-engines.ts'
import { checkForm } from '@sheetwright/contract/master-api/check-form.ts'
import { type ApiField, isBreaking } from '@sheetwright/contract/master-api/master-api-definition.ts'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { findPublished } from '../calculators/form.store.ts'
import { checkedEngines } from './checked-engines.ts'
import { publishedDefinition } from './master-api.store.ts'

/** Checks every engine of a product that the caller sees, with its form, against fields: a tutorial shows both. */
export async function checkedTutorials(
  tx: TenantTransaction,
  files: Files,
  caller: UserIdentity,
  productId: string,
  fields: readonly ApiField[],
): Promise<CheckedEngine[]> {
  const tutorials: CheckedEngine[] = []
  for (const engine of await checkedEngines(tx, files, caller, productId, fields)) {
    const form = await findPublished(tx, engine.engineId)
    const ofForm = form === undefined ? [] : checkForm(fields, form.layout)
    tutorials.push({ ...engine, problems: [...engine.problems, ...ofForm] })
  }
  return tutorials
}

/** Refuses to publish a form that does not fit the definition of its product, if the definition blocks. */
export async function assertFormFits(tx: TenantTransaction, productId: string, layout: FormLayout): Promise<void> {
  const definition = await publishedDefinition(tx, productId)
  if (definition?.mode !== 'block') return
  refuseTutorial(checkForm(definition.fields, layout))
}

/** Refuses a tutorial with problems, listing each by its field. */
export function refuseTutorial(problems: CheckedEngine['problems']): void {
  const breaking = problems.filter(isBreaking)
  if (breaking.length === 0) return
  throw new CallError(
    'PRODUCT_TUTORIAL_UPLOAD_ERROR',
    `The tutorial does not fit the master API definition: ${breaking.length} problems`,
    breaking.map(({ field, message }) => ({ field, message })),
  )
}
