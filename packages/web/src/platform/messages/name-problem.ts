import { entityName } from '@sheetwright/contract/names.ts'
import type { MessageId } from './load-messages.ts'

/** The error of a name by the rules of the contract; null if it is valid. */
export function nameProblem(name: string): MessageId | null {
  const checked = entityName.safeParse(name)
  if (checked.success) return null
  const code = checked.error.issues[0]?.code
  if (code === 'too_small') return 'Name.required'
  if (code === 'too_big') return 'Name.tooLong'
  return /^\.+$/.test(name.trim()) ? 'Name.dotsAlone' : 'Name.forbidden'
}
