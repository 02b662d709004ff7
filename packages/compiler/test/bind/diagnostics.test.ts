import { expect, test } from 'vitest'
import { readWorkbook } from '../../src/1-read/read-workbook.ts'
import { diagnoseWorkbook } from '../../src/check/diagnose-workbook.ts'
import type { bindCodes } from '../../src/diagnostics/bind-codes.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import type { Workbook } from '../../src/model/workbook.ts'
import { bindInterface } from '../../src/open-workbook.ts'
import { type AskedMarks, declareInterface } from '../../src/propose/declare-interface.ts'
import { buildWorkbook, type CellSpec, type WorkbookSpec } from '../workbook-builder.ts'

/** Every code has a sample workbook that a user could upload; a code without one is a type error. */
interface Sample {
  readonly workbook: WorkbookSpec
  readonly marks?: () => Promise<AskedMarks>
  /** The reported cell of the problem. */
  readonly cell?: string
}

const samples: Record<keyof typeof bindCodes, Sample> = {
  FORMULA_NOT_UNDERSTOOD: { workbook: cells({ B2: '=1+*2' }), cell: 'B2' },
  NAME_NOT_UNDERSTOOD: { workbook: { ...cells({ A1: '=Rate' }), names: [{ name: 'Rate', text: 'SUM((' }] } },
  FUNCTION_UNKNOWN: { workbook: cells({ A1: '=OurRate(1)' }), cell: 'A1' },
  BLANKS_LEFT_OUT: { workbook: cells({ A1: 1, B1: '=ROWS(TOCOL(A:A))' }), cell: 'B1' },
  COMPATIBILITY_UNKNOWN: { workbook: { ...cells({ A1: '=1+1' }), compatibilityVersion: 3 } },
  FUNCTION_OUTSIDE: { workbook: cells({ A1: '=WEBSERVICE("x")' }), cell: 'A1' },
  RESULT_MAY_DIFFER: {
    workbook: cells({ A1: 1, A2: 2, A3: 3, B1: 1, B2: 2, B3: 3, C1: '=FORECAST.ETS(4,B1:B3,A1:A3)' }),
    cell: 'C1',
  },
  MACRO_SHEET_USED: {
    workbook: {
      ...cells({ A1: '=OldRate(1)' }),
      workbookXml: '<definedNames><definedName name="OldRate" function="1">One!$Z$1</definedName></definedNames>',
    },
    cell: 'A1',
  },
  EXTERNAL_VALUE_MISSING: { workbook: cells({ A1: '=[1]Rates!A1' }), cell: 'A1' },
  CIRCULAR_REFERENCE: {
    workbook: cells({ A1: { formula: 'B1+1', value: 5 }, B1: { formula: 'A1*2', value: 7 } }),
    cell: 'A1',
  },
  CIRCULAR_ITERATED: {
    workbook: cells({ A1: { formula: '100+B1', value: 200 }, B1: { formula: 'A1/2', value: 100 } }),
    cell: 'A1',
  },
  PORT_NOT_A_RANGE: { workbook: named({ A1: 1 }, { Xinput_Age: '5' }) },
  PORT_DECLARED_TWICE: {
    workbook: {
      ...cells({ A1: 1, A2: 2 }),
      names: [
        { name: 'Xinput_Age', text: 'One!$A$1' },
        { name: 'Xinput_Age', text: 'One!$A$2', sheet: 0 },
      ],
    },
    cell: 'A2',
  },
  MARK_MOVED: { workbook: cells({ A3: 'Age', B3: 40, A4: 'Premium', B4: '=B3*2' }), marks: marksTwoRowsHigher },
  INPUT_IS_FORMULA: { workbook: named({ A1: '=1+1' }, { Xinput_Age: 'One!$A$1' }), cell: 'A1' },
  BLOCK_WITHOUT_ROWS: { workbook: named({ A1: 'Age', B1: 'Rate' }, { Xinput_Rates: 'One!$A$1:$B$1' }), cell: 'A1:B1' },
  BLOCK_HEADING_MISSING: {
    workbook: named({ A1: 'Age', A2: 1, B2: 2 }, { Xinput_Rates: 'One!$A$1:$B$2' }),
    cell: 'B1',
  },
  BLOCK_HEADING_TWICE: {
    workbook: named({ A1: 'Age', B1: 'Age', A2: 1, B2: 2 }, { Xinput_Rates: 'One!$A$1:$B$2' }),
    cell: 'B1',
  },
  LOCALE_UNKNOWN: {
    workbook: { sheets: [{ name: 'Properties', cells: { A1: 'Locale', B1: 'german' } }] },
  },
  TIME_ZONE_UNKNOWN: {
    workbook: { sheets: [{ name: 'Properties', cells: { A1: 'TimeZone', B1: 'Tokyo' } }] },
  },
  CLOCK_IN_UTC: { workbook: cells({ A1: '=1+1', A2: '=YEAR(TODAY())', A3: '=NOW()' }), cell: 'A2' },
  INVALID_SOLVE_NAMERANGES: {
    workbook: named({ A1: 'Target', B1: 1 }, { Xsolve_Rate: 'One!$A$1:$B$2' }),
    cell: 'A1:B2',
  },
}

test.each(Object.entries(samples))('%s', async (code, { workbook, marks, cell }) => {
  const diagnostics = new Diagnostics()
  const declared = declareInterface(await read(workbook), (await marks?.()) ?? {}, diagnostics)
  const opened = bindInterface(declared.workbook, diagnostics)
  diagnoseWorkbook(opened, diagnostics, { now: 46_000, seed: 1, locale: 'en-US', steps: 100_000 })
  const found = diagnostics.list.find((diagnostic) => diagnostic.code === code)
  expect(diagnostics.list.map((diagnostic) => diagnostic.code)).toContain(code)
  expect(found?.message).toMatch(/^[A-Z].*\.$/s)
  expect(found?.message).not.toContain('undefined')
  expect(found?.cell).toBe(cell)
})

function cells(content: Readonly<Record<string, CellSpec>>): WorkbookSpec {
  return { sheets: [{ name: 'One', cells: content }] }
}

function named(content: Readonly<Record<string, CellSpec>>, names: Readonly<Record<string, string>>): WorkbookSpec {
  return { ...cells(content), names: Object.entries(names).map(([name, text]) => ({ name, text })) }
}

async function read(spec: WorkbookSpec): Promise<Workbook> {
  const { workbook } = await readWorkbook(await buildWorkbook(spec))
  if (workbook === null) throw new Error('The sample cannot be read.')
  return workbook
}

async function marksTwoRowsHigher(): Promise<AskedMarks> {
  const before = await read(cells({ A1: 'Age', B1: 40, A2: 'Premium', B2: '=B1*2' }))
  const port = (name: string, cell: string) => ({ name, cell: `One!${cell}` })
  const given = { inputs: [port('Age', 'B1')], outputs: [port('Premium', 'B2')] }
  return { earlier: declareInterface(before, { given }, new Diagnostics()).marks }
}
