import { z } from 'zod'

const shown = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The compiled program compared with the reference evaluator, on the defaults and on varied inputs. */
export const programComparison = z.object({
  runs: z.int(),
  differences: z.array(z.object({ output: z.string(), inputs: z.unknown(), evaluator: shown, program: shown })),
})

/** The result of proving a workbook against its saved values. */
export const parityReport = z
  .object({
    verdict: z
      .enum(['equal', 'different', 'not proven'])
      .describe('Not proven when the file holds no saved values to compare with'),
    savedBy: z.string().nullable().describe('The application that saved the file'),
    computedBy: z
      .enum(['Sheetwright', 'LibreOffice'])
      .optional()
      .describe('What computed the cells that were compared; Sheetwright where it is left out'),
    formulaCells: z.int(),
    compared: z.int(),
    equal: z.int(),
    different: z.int(),
    notComparable: z.record(z.string(), z.int()).describe('Cells by reason'),
    unsupported: z.record(z.string(), z.int()).describe('Cells by function that cannot be computed'),
    locale: z.string().optional().describe('The regional settings of the engine, in which the cells were computed'),
    fittingLocale: z
      .string()
      .optional()
      .describe('Other regional settings in which fewer cells differ: the file was probably saved with these'),
    unprovenLocale: z
      .string()
      .optional()
      .describe(
        'The regional settings that the author gave the version: it computes in these, and nothing was compared in them',
      ),
    uncomputableOutputs: z
      .array(z.string())
      .optional()
      .describe('Outputs that depend, on the defaults, on something that cannot be computed'),
    differences: z.array(
      z.object({
        cell: z.string(),
        formula: z.string(),
        excel: shown,
        ours: shown,
        isCause: z.boolean().describe('Differs even when everything it reads is as saved'),
      }),
    ),
    apart: z
      .array(z.object({ cell: z.string(), formula: z.string(), excel: shown, ours: shown, reason: z.string() }))
      .optional()
      .describe('Cells that differ from a saved value that proves nothing, with the reason they are counted under'),
    program: programComparison.extend({
      wanted: z
        .int()
        .optional()
        .describe('Runs of the whole comparison; it goes on in the background until they are made'),
    }),
  })
  .meta({ id: 'ParityReport' })

export type ParityReport = z.infer<typeof parityReport>

/** Whether Excel calculated the saved values of a file. Other programs may calculate differently. */
export function isSavedByExcel(savedBy: string | null): boolean {
  return savedBy !== null && /^microsoft\s+(macintosh\s+)?excel/i.test(savedBy.trim())
}

/** Something in a workbook that its author should know about. */
export const workbookDiagnostic = z
  .object({
    severity: z.enum(['error', 'warning', 'info']),
    code: z.string(),
    message: z.string().describe('In English'),
    data: z.record(z.string(), z.unknown()).describe('The facts in the message, for texts in other languages'),
    cell: z.string().nullable().describe('Sheet and cell, as Sheet1!B2'),
  })
  .meta({ id: 'WorkbookDiagnostic' })

export type WorkbookDiagnostic = z.infer<typeof workbookDiagnostic>
