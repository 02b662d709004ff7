import { z } from 'zod'

/** Access levels on an entity; each includes the ones below it. */
export const accessRanks = { view: 1, edit: 2, manage: 3 } as const

export type AccessLevel = keyof typeof accessRanks

export const accessLevels = Object.keys(accessRanks) as [AccessLevel, ...AccessLevel[]]

export const accessLevel = z
  .enum(accessLevels)
  .meta({ id: 'AccessLevel', description: 'view; edit: also change; manage: also delete, share and give permissions' })

/** Entities with permissions. Content of a product inherits the product's permissions. */
export const entityTypes = ['product', 'engine'] as const

export type EntityType = (typeof entityTypes)[number]

export const entityParams = z.strictObject({ entityType: z.enum(entityTypes), entityId: z.uuid() })
