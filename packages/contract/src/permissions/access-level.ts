import { z } from 'zod'

/** How much somebody may do with an entity; each level includes the ones below it. */
export const accessRanks = { view: 1, edit: 2, manage: 3 } as const

export type AccessLevel = keyof typeof accessRanks

export const accessLevels = Object.keys(accessRanks) as [AccessLevel, ...AccessLevel[]]

export const accessLevel = z
  .enum(accessLevels)
  .meta({ id: 'AccessLevel', description: 'view; edit: also change; manage: also delete, share and give permissions' })

/** What permissions can be given on. Content of a product inherits the product's permissions. */
export const entityTypes = ['product', 'engine'] as const

export type EntityType = (typeof entityTypes)[number]

export const entityParams = z.strictObject({ entityType: z.enum(entityTypes), entityId: z.uuid() })
