import { z } from 'zod'

/** The columns of a new board, in order. */
export const builtInColumns = {
  ideas: 'Ideas',
  design: 'In design',
  review: 'In review',
  launched: 'Launched',
} as const

export const builtInColumn = z.enum(['ideas', 'design', 'review', 'launched'])

export type BuiltInColumn = z.infer<typeof builtInColumn>

export const mostColumns = 30

export const boardColumn = z
  .object({
    id: z.uuid(),
    name: z.string(),
    builtIn: builtInColumn.nullable().describe('Which column of a new board it is, until it is renamed'),
    position: z.int().min(1).describe('From the left, from 1'),
    products: z.int().min(0).describe('Products in it that the caller sees'),
  })
  .meta({ id: 'BoardColumn' })

export type BoardColumn = z.infer<typeof boardColumn>

export const boardPosition = z.int().min(1).max(mostColumns)
