import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { addStarters, findTemplate, type StoredTemplate } from './template.store.ts'

/** The template that a call names, or the answer that there is none. */
export async function existingTemplate(
  tx: TenantTransaction,
  caller: UserIdentity,
  id: string,
): Promise<StoredTemplate> {
  await addStarters(tx)
  const found = await findTemplate(tx, caller, id)
  if (found === undefined) throw new CallError('TEMPLATE_NOT_FOUND', `There is no template with the id ${id}`)
  return found
}

/** Those who added a template change it, and supervisors every one. */
export function assertMayChange({ mayChange }: StoredTemplate): void {
  if (mayChange) return
  throw new CallError('PERMISSION_DENIED', 'A template is changed by who added it, and by supervisors')
}
