import type { StoredGroup } from './user-group.store.ts'

/** A group as the calls show it. */
export function groupAnswer({ label, moduleRules, members }: StoredGroup) {
  return { userGroup: label, settings: { moduleRules }, members }
}
