import { z } from 'zod'
import { data, defineCall, json, withInputs } from '../call.ts'
import { lookedAtRun, versionWorkbook } from './version-workbook.ts'

const costAdvice = z.discriminatedUnion('code', [
  z.object({ code: z.literal('linearLookup'), cells: z.int().describe('That the lookup goes through') }),
  z.object({ code: z.literal('volatile'), detail: z.string().describe('The function') }),
  z.object({ code: z.literal('repeated'), times: z.int().describe('How often the same is computed') }),
  z.object({ code: z.literal('largeRange'), cells: z.int() }),
])

export type CostAdvice = z.infer<typeof costAdvice>

export const versionProfile = z
  .object({
    steps: z.int().describe('Work of one run; about one step for each part of a formula and each cell that it reads'),
    cells: z.int().describe('Formula cells that were computed'),
    memoryBytes: z.int().describe('Held while it runs: the program, and eight bytes for each computed cell'),
    sheets: z.array(z.object({ sheet: z.string(), cells: z.int(), steps: z.int() })),
    families: z.array(
      z.object({
        sheet: z.string(),
        cell: z.string().describe('The first cell'),
        formula: z.string(),
        cells: z.int().describe('Cells with the same formula'),
        steps: z.int(),
        advice: z.array(costAdvice),
      }),
    ),
  })
  .meta({ id: 'VersionProfile' })

export type VersionProfile = z.infer<typeof versionProfile>

export const profileVersion = defineCall({
  ...versionWorkbook,
  id: 'lookInside.profileVersion',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/profile/{engine}/{version}',
  summary: 'Run a version and tell which sheets and formulas the work went into, with advice.',
  body: json(z.strictObject({ run: lookedAtRun.optional() }).prefault({}), withInputs),
  output: data(versionProfile),
  errors: [...versionWorkbook.errors, 'INVALID_INPUT'],
})
