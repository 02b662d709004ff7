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

/** The grants on an entity, who has access through them, and why. */
export async function describeAccess(tx: TenantTransaction, entity: ManagedEntity) {
  const own = await listGrants(tx, entity)
  const isContent = entity.type !== 'product'
  const inherited = isContent ? await listGrants(tx, { type: 'product', id: entity.productId }) : []
  const grants = { own, inherited }
  const people = await listPeopleWithAccess(tx, entity, [...own, ...inherited])
  return {
    entity: { type: entity.type, id: entity.id, name: entity.name },
    permissions: own.map(grantAnswer),
    inherited: inherited.map(grantAnswer),
    access: people.map((person) => accessOf(person, entity, grants)),
  }
}

interface Grants {
  readonly own: readonly StoredGrant[]
  readonly inherited: readonly StoredGrant[]
}

function accessOf(person: PersonOfEntity, entity: ProtectedEntity, grants: Grants): PersonWithAccess {
  const { groups, role } = membershipOf(person.groups)
  const supervised = groups.find((label) => label.startsWith('supervisor:'))
  const reasons: PersonWithAccess['reasons'] = []
  const isContent = entity.type !== 'product'
  if (person.id === entity.ownerId) reasons.push({ kind: 'owner', level: 'manage', inherited: isContent })
  if (role === 'supervisor' || person.isSuperuser) {
    const group = supervised === undefined ? {} : { group: supervised }
    reasons.push({ kind: 'supervisor', level: 'manage', inherited: false, ...group })
  }
  const holds = ({ userId, groupLabel }: StoredGrant) =>
    userId === person.id || (groupLabel !== null && groups.includes(groupLabel))
  const reasonOf = ({ groupLabel, level }: StoredGrant, inherited: boolean) =>
    groupLabel === null
      ? ({ kind: 'user', level, inherited } as const)
      : ({ kind: 'group', group: groupLabel, level, inherited } as const)
  reasons.push(...grants.own.filter(holds).map((grant) => reasonOf(grant, false)))
  reasons.push(...grants.inherited.filter(holds).map((grant) => reasonOf(grant, true)))
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
