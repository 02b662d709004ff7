import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { addStarters, findTemplate, type StoredTemplate } from './template.store.ts'

/** The template that a call names; throws if it does not exist. */
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

/** People change templates that they added; supervisors change all. */
export function assertMayChange({ mayChange }: StoredTemplate): void {
  if (mayChange) return
  throw new CallError('PERMISSION_DENIED', 'A template is changed by who added it, and by supervisors')
}
