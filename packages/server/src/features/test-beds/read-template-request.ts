import type { ValueType } from '@sheetwright/runtime/engine/ports.ts'
import { z } from 'zod'

/** A possible column of a filled template. */
export interface ReadColumn {
  readonly name: string
  readonly type: ValueType
  readonly isTable: boolean
}

/** The request to the child process that reads a filled template. */
export interface ReadTemplateRequest {
  readonly folder: string
  readonly format: 'workbook' | 'csv'
  readonly inputs: readonly ReadColumn[]
  readonly outputs: readonly ReadColumn[]
}

/** Files in the folder of the child. */
export const templateFiles = { upload: 'upload', cases: 'cases.jsonl' } as const

/** The most wrong cells reported. */
export const mostFindings = 100

const finding = z.object({ field: z.string(), message: z.string(), allowed: z.string().optional() })

export type Finding = z.infer<typeof finding>

/** The child's answer; the cases are lines of a file. */
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
