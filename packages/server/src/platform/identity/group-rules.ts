import { groupLabel, type Role } from '@sheetwright/contract/users/group-label.ts'

export interface Membership {
  /** The valid labels, including implied ones; empty if the person may not sign in. */
  readonly groups: readonly string[]
  /** The strongest role among them. */
  readonly role: Role | null
}

/**
 * Roles and groups of a list of group labels. Labels that do not have the form `role:group` with a group below `pf` are
 * ignored; a supervisor of a group also belongs to its user group.
 */
export function membershipOf(labels: readonly string[]): Membership {
  const valid = labels.map(withoutPath).filter((label) => groupLabel.safeParse(label).success)
  const supervised = valid.filter((label) => label.startsWith('supervisor:'))
  const implied = supervised.map((label) => `user:${label.slice('supervisor:'.length)}.forms`)
  return {
    groups: [...new Set([...valid, ...implied])].sort(),
    role: supervised.length > 0 ? 'supervisor' : valid.length > 0 ? 'user' : null,
  }
}

/** Some providers send groups as paths, `/supervisor:pf`. */
function withoutPath(label: string): string {
  return label.trim().replace(/^\/+/, '')
}
