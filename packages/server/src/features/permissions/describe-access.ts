import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import type { PermissionGrant, PersonWithAccess } from '@sheetwright/contract/permissions/get-entity-permissions.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { membershipOf } from '../../platform/identity/group-rules.ts'
import {
  listGrants,
  listPeopleWithAccess,
  type PersonOfEntity,
  type ProtectedEntity,
  type StoredGrant,
} from './permission.store.ts'
import type { ManagedEntity } from './protected-entity.ts'

/** What was given on an entity, who therefore reaches it, and why. */
export async function describeAccess(tx: TenantTransaction, entity: ManagedEntity) {
  const grants = await listGrants(tx, entity)
  const people = await listPeopleWithAccess(tx, entity, grants)
  return {
    entity: { type: entity.type, id: entity.id, name: entity.name },
    permissions: grants.map(grantAnswer),
    access: people.map((person) => accessOf(person, entity, grants)),
  }
}

function accessOf(person: PersonOfEntity, entity: ProtectedEntity, grants: readonly StoredGrant[]): PersonWithAccess {
  const { groups, role } = membershipOf(person.groups)
  const supervised = groups.find((label) => label.startsWith('supervisor:'))
  const reasons: PersonWithAccess['reasons'] = []
  if (person.id === entity.ownerId) reasons.push({ kind: 'owner', level: 'manage' })
  if (role === 'supervisor' || person.isSuperuser) {
    reasons.push({ kind: 'supervisor', level: 'manage', ...(supervised === undefined ? {} : { group: supervised }) })
  }
  for (const { userId, groupLabel, level } of grants) {
    if (userId === person.id) reasons.push({ kind: 'user', level })
    else if (groupLabel !== null && groups.includes(groupLabel))
      reasons.push({ kind: 'group', group: groupLabel, level })
  }
  return { userId: person.id, name: person.fullName, email: person.email, level: strongest(reasons), reasons }
}

function strongest(reasons: readonly { level: AccessLevel }[]): AccessLevel {
  return reasons.reduce<AccessLevel>(
    (best, { level }) => (accessRanks[level] > accessRanks[best] ? level : best),
    'view',
  )
}

function grantAnswer({
  userId,
  groupLabel,
  userName,
  userEmail,
  level,
  grantedBy,
  grantedAt,
}: StoredGrant): PermissionGrant {
  const id = userId ?? groupLabel ?? ''
  return {
    type: userId === null ? 'group' : 'user',
    id,
    name: userName ?? id,
    email: userEmail ?? '',
    level,
    grantedBy,
    grantedAt: grantedAt.toISOString(),
  }
}
