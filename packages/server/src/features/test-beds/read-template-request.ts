import type { ValueType } from '@sheetwright/runtime/engine/ports.ts'
import { z } from 'zod'

/** A column that a filled template may have. */
export interface ReadColumn {
  readonly name: string
  readonly type: ValueType
  readonly isTable: boolean
}

/** What the child that reads a filled template is given. */
export interface ReadTemplateRequest {
  readonly folder: string
  readonly format: 'workbook' | 'csv'
  readonly inputs: readonly ReadColumn[]
  readonly outputs: readonly ReadColumn[]
}

/** Files in the folder of the child. */
export const templateFiles = { upload: 'upload', cases: 'cases.jsonl' } as const

/** Wrong cells that are told of; more would help nobody. */
export const mostFindings = 100

const finding = z.object({ field: z.string(), message: z.string(), allowed: z.string().optional() })

export type Finding = z.infer<typeof finding>

/** What the child answers; the cases themselves are lines of a file. */
export const readTemplateAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    count: z.int(),
    inputs: z.array(z.string()),
    outputs: z.array(z.string()),
    tolerances: z.record(z.string(), z.object({ absolute: z.number(), relative: z.number() })).nullable(),
  }),
  z.object({ kind: z.literal('refused'), count: z.int(), findings: z.array(finding) }),
])

export type ReadTemplateAnswer = z.infer<typeof readTemplateAnswer>
