import { z } from 'zod'

export const dictionaryDirections = ['input', 'output', 'any'] as const
export const dictionaryTypes = ['number', 'text', 'boolean', 'date', 'table', 'any'] as const

/** The meaning of one name throughout the tenant. */
export const dictionaryEntry = z
  .object({
    name: z.string().trim().min(1).max(255),
    direction: z.enum(dictionaryDirections),
    type: z.enum(dictionaryTypes),
    unit: z.string().trim().max(60),
    allowed: z.string().trim().max(1000).describe('Allowed values or range, in words'),
    description: z.string().trim().max(2000),
  })
  .meta({ id: 'DictionaryEntry' })

export type DictionaryEntry = z.infer<typeof dictionaryEntry>

export const mostDictionaryEntries = 50_000

export const dictionarySorts = ['name', '-name', 'type', '-type', 'direction', '-direction'] as const
