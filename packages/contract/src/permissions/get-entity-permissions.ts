import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'
import { groupLabel } from '../users/group-label.ts'
import { accessLevel, entityParams, entityTypes } from './access-level.ts'

const grant = z
  .object({
    type: z.enum(['user', 'group']),
    id: z.string().describe('The user’s id or the group’s label'),
    name: z.string(),
    email: z.string().describe('Empty for a group'),
    level: accessLevel,
    grantedBy: z.string(),
    grantedAt: moment,
  })
  .meta({ id: 'PermissionGrant' })

export type PermissionGrant = z.infer<typeof grant>

const accessReason = z
  .object({
    kind: z.enum(['owner', 'supervisor', 'user', 'group']),
    group: groupLabel.optional().describe('The group that gives access'),
    level: accessLevel,
    inherited: z.boolean().describe('Given on the product and not on the entity itself'),
  })
  .meta({ id: 'AccessReason' })

const personWithAccess = z
  .object({
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    level: accessLevel,
    reasons: z.array(accessReason),
  })
  .meta({ id: 'PersonWithAccess' })

export type PersonWithAccess = z.infer<typeof personWithAccess>

export const entityPermissions = z
  .object({
    entity: z.object({ type: z.enum(entityTypes), id: z.uuid(), name: z.string() }),
    permissions: z.array(grant).describe('What was given on this entity'),
    inherited: z.array(grant).describe('What was given on its product and holds for it too'),
    access: z.array(personWithAccess).describe('Everybody who reaches the entity, and why'),
  })
  .meta({ id: 'EntityPermissions' })

export const getEntityPermissions = defineCall({
  id: 'permissions.getEntityPermissions',
  method: 'GET',
  path: '/api/v1/entitypermission/get/{entityType}/{entityId}',
  summary: 'Who has access to an entity, and why. For those who manage it.',
  caller: 'user',
  params: entityParams,
  output: data(entityPermissions),
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND'],
})
