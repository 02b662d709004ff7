import type { User } from '@sheetwright/contract/users/user.ts'
import type { StoredUser } from '../../platform/identity/users.store.ts'

/** A person as the calls show them. */
export function userAnswer(user: StoredUser): User {
  const words = user.fullName.split(/\s+/)
  return {
    id: user.id,
    is_active: user.isActive,
    email: user.email,
    first_name: words.length > 1 ? words.slice(0, -1).join(' ') : user.fullName,
    last_name: words.length > 1 ? (words.at(-1) ?? '') : '',
    groups: [...user.groups],
    group_path: user.groups.find((label) => label.startsWith('supervisor:')) ?? user.groups[0] ?? '',
    data: { FullName: user.fullName, Position: user.position },
    status: user.isActive ? 'Enabled' : 'Disabled',
    is_external: user.issuer !== null,
    last_login: user.lastSignInAt?.toISOString() ?? null,
  }
}

/** User fields that the audit trail records: never a password. */
export function auditedUser(user: StoredUser) {
  const { email, fullName, position, isActive, isSuperuser, groups } = user
  return { email, fullName, position, isActive, isSuperuser, groups }
}
