import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { versionWorkbook } from './version-workbook.ts'

export const lintSeverity = z.enum(['high', 'medium', 'low']).meta({ id: 'LintSeverity' })

const lintText = z.object({ title: z.string(), advice: z.string() })

const lintFinding = z
  .object({
    code: z.string().describe('Its kind; `kinds` has the texts'),
    severity: lintSeverity,
    cell: z.string().describe('As Sheet1!B3: the cell, or the first of those with the same formula'),
    cells: z.int().describe('Cells with the same finding in the same formula'),
    formula: z.string().optional(),
    detail: z.string().describe('The number, function, link or name it is about; for a broken pattern, a neighbour'),
  })
  .meta({ id: 'LintFinding' })

export type LintFinding = z.infer<typeof lintFinding>

export const lintReport = z
  .object({
    score: z.int().min(0).max(100).describe('100 is a workbook without findings'),
    formulas: z.int(),
    kinds: z.array(
      z.object({
        code: z.string(),
        severity: lintSeverity,
        findings: z.int().describe('Findings of this kind that are listed'),
        en: lintText,
        ja: lintText,
      }),
    ),
    findings: z.array(lintFinding).describe('Gravest first'),
    omitted: z.int().describe('Findings beyond those listed'),
  })
  .meta({ id: 'LintReport' })

export type LintReport = z.infer<typeof lintReport>

export const lintVersion = defineCall({
  ...versionWorkbook,
  id: 'lookInside.lintVersion',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/lint/{engine}/{version}',
  summary:
    'Find what is likely wrong in the workbook of a version, each with cell, severity and advice in English and Japanese.',
  output: data(lintReport),
})
