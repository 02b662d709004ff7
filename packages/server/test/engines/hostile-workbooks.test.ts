import { ApiError } from '@sheetwright/contract/api-error.ts'
import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { describe, expect, it } from 'vitest'
import { type Content, type WorkbookSpec, workbookFile, zipOf } from '../../demo/workbook-file.ts'
import { newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'

/** Limits that an ordinary workbook meets even on a busy machine, and a hostile one exceeds. */
const server = useEngineServer({ SHEETWRIGHT_BUILD_SECONDS: '30', SHEETWRIGHT_BUILD_MB: '160' })

/** A workbook of one sheet with an input in A1 and an output in B1. */
function book(cells: Record<string, Content>, more: Partial<WorkbookSpec> = {}): WorkbookSpec {
  return {
    sheets: [{ name: 'S', cells }],
    names: [
      { name: 'Xinput_A', refersTo: 'S!$A$1' },
      { name: 'Xoutput_B', refersTo: 'S!$B$1' },
    ],
    ...more,
  }
}

/** The refusal of an upload; checks that nothing is left behind. */
async function refusalOf(workbook: Buffer | WorkbookSpec, { fileName = 'hostile.xlsx', at = server } = {}) {
  const author = await newAuthor(at())
  const error = await upload(author, workbook, { fileName }).catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('It was not refused', { cause: error })
  const { count } = await author.client.call(listEngines, { params: { product: author.product }, body: {} })
  expect(count).toBe(0)
  return { code: error.code, message: error.message, errors: error.fieldErrors }
}

/** Marks every entry of a zip as encrypted, in its own header and in the directory. */
function encrypted(zip: Buffer): Buffer {
  const marked = Buffer.from(zip)
  for (const [signature, flags] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    for (let at = marked.indexOf(signature, 0, 'latin1'); at >= 0; at = marked.indexOf(signature, at + 4, 'latin1')) {
      marked.writeUInt16LE(marked.readUInt16LE(at + flags) | 1, at + flags)
    }
  }
  return marked
}

describe('workbooks that make no engine', () => {
  it('are refused by their name when it is not that of a workbook', async () => {
    expect(await refusalOf(premiumWorkbook(), { fileName: 'premium.pdf' })).toMatchObject({ code: 'INVALID_FILE_TYPE' })
  })

  it('are refused when they are something else under the name of a workbook', async () => {
    const { code, message } = await refusalOf(Buffer.from('%PDF-1.4 of a report'))
    expect(code).toBe('CORRUPT_EXCEL_FILE_FOR_TYPE1')
    expect(message).toMatch(/not an Excel workbook/)
  })

  it('are refused when they are encrypted', async () => {
    const { code, message } = await refusalOf(encrypted(await workbookFile(premiumWorkbook())))
    expect(code).toBe('CORRUPT_EXCEL_FILE_FOR_TYPE1')
    expect(message).toMatch(/encrypted with a password/)
  })

  it('are refused when they are cut off', async () => {
    const whole = await workbookFile(premiumWorkbook())
    const { code, message } = await refusalOf(whole.subarray(0, Math.floor(whole.length * 0.6)))
    expect(code).toBe('CORRUPT_EXCEL_FILE_FOR_TYPE1')
    expect(message).toMatch(/damaged/)
  })

  it('are refused when they unpack to far more than they weigh', async () => {
    const spaces = Buffer.alloc(40_000_000, ' ')
    const bomb = await zipOf([
      [
        '_rels/.rels',
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ],
      ['xl/workbook.xml', Buffer.concat([Buffer.from('<workbook>'), spaces, Buffer.from('</workbook>')])],
    ])
    const { code, message } = await refusalOf(bomb)
    expect(code).toBe('CORRUPT_EXCEL_FILE_FOR_TYPE1')
    expect(message).toMatch(/unpacks to more than 200 times its packed size/)
  })

  it('are refused without outputs, and told what to do', async () => {
    const { code, message } = await refusalOf(book({ A1: 1, B1: 2 }, { names: [] }))
    expect(code).toBe('INVALID_ENGINE_CONFIGURATION')
    expect(message).toMatch(/Xoutput_/)
  })

  it('are refused when an input is declared in a way that cannot be understood', async () => {
    const names = [
      { name: 'Xinput_A', refersTo: 'S!$A$1,S!$A$3' },
      { name: 'Xoutput_B', refersTo: 'S!$B$1' },
    ]
    const { code, errors } = await refusalOf(book({ A1: 1, B1: '=A1' }, { names }))
    expect(code).toBe('INVALID_ENGINE_CONFIGURATION')
    expect(errors).toEqual([expect.objectContaining({ field: 'Xinput_A' })])
  })

  it('are refused with each key of a solve block that is wrong', async () => {
    const names = [
      { name: 'Xoutput_B', refersTo: 'S!$B$1' },
      { name: 'Xsolve_Rate', refersTo: 'S!$D$1:$E$3' },
    ]
    const cells = {
      A1: 1,
      B1: '=A1',
      D1: 'Target cell',
      E1: 'nowhere',
      D2: 'Max iterations',
      E2: -1,
      D3: 'Speed',
      E3: 1,
    }
    const { code, errors } = await refusalOf(book(cells, { names }))
    expect(code).toBe('INVALID_SOLVE_NAMERANGES')
    const problems = errors.map(({ field, message }) => `${field} ${message}`)
    for (const key of ['target cell', 'target value', 'by changing', 'max iterations', 'Speed']) {
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^Xsolve_Rate ${key}:`)))
    }
  })

  it('are refused when no output can be computed without macros', async () => {
    const { code, errors } = await refusalOf(book({ A1: 1, B1: { formula: '=MYTAX(A1)', saved: 3 } }, { vba: true }))
    expect(code).toBe('INVALID_ENGINE_CONFIGURATION')
    expect(errors[0]).toMatchObject({
      field: 'Xoutput_B',
      message: 'Cannot be computed: the workbook has no function MYTAX. (S!B1)',
    })
  })

  it('are stopped when they need more memory than allowed', { timeout: 180_000 }, async () => {
    const cells: Record<string, Content> = { A1: 1, B1: '=SUM(C1:E300000)*A1' }
    for (let row = 1; row <= 300_000; row++) for (const column of 'CDE') cells[`${column}${row}`] = row * 1.5
    const { code, message } = await refusalOf(book(cells))
    expect(code).toBe('ENGINE_BUILD_LIMIT_EXCEEDED')
    expect(message).toMatch(/more than 160 MB of memory/)
  })
})

describe('workbooks that compute for ever', () => {
  /** Nothing is expected to finish here, so a short limit is enough. */
  const hasty = useEngineServer({ SHEETWRIGHT_BUILD_SECONDS: '5' })

  it('are stopped', async () => {
    const cells: Record<string, Content> = { A1: 1, B1: '=SUM(E1:E400)' }
    for (let row = 1; row <= 400; row++) {
      cells[`E${row}`] = `=SUMPRODUCT((C$1:C$1048576+A$1>${row})*(D$1:D$1048576+A$1))`
    }
    const { code, message } = await refusalOf(book(cells), { at: hasty })
    expect(code).toBe('ENGINE_BUILD_LIMIT_EXCEEDED')
    expect(message).toMatch(/5 seconds|steps/)
  })
})

describe('workbooks with something the author should know', () => {
  it('name every cell that calls a macro, and compute the rest', async () => {
    const author = await newAuthor(server())
    const result = await upload(
      author,
      book(
        { A1: 1, B1: { formula: '=A1*2', saved: 2 }, B2: { formula: '=MYTAX(A1)', saved: 3 } },
        {
          vba: true,
          names: [
            { name: 'Xoutput_B', refersTo: 'S!$B$1' },
            { name: 'Xoutput_Tax', refersTo: 'S!$B$2' },
          ],
        },
      ),
      { fileName: 'macros.xlsm' },
    )
    expect(result.validationErrors).toEqual([
      expect.objectContaining({ sourcePath: 'S!B2', errorType: 'FUNCTION_UNKNOWN' }),
    ])
    expect(result.diagnostics.map(({ code }) => code)).toContain('MACROS_IGNORED')
    expect(result.parity).toMatchObject({ verdict: 'equal', compared: 1 })
  })

  it('name the cell of a circular reference', async () => {
    const author = await newAuthor(server())
    const result = await upload(
      author,
      book(
        {
          A1: 1,
          B1: { formula: '=A1+1', saved: 2 },
          C1: { formula: '=D1+1', saved: 0 },
          D1: { formula: '=C1', saved: 0 },
        },
        {
          names: [
            { name: 'Xoutput_B', refersTo: 'S!$B$1' },
            { name: 'Xoutput_C', refersTo: 'S!$C$1' },
          ],
        },
      ),
    )
    expect(result.validationErrors).toEqual([
      expect.objectContaining({ sourcePath: 'S!C1', errorType: 'CIRCULAR_REFERENCE' }),
    ])
  })

  it('may refer to all 1,048,576 rows of a sheet', async () => {
    const author = await newAuthor(server())
    const formula = '=SUM(C:C)+SUMPRODUCT(C1:C1048576,D1:D1048576)+A1'
    const result = await upload(author, book({ A1: 1, B1: { formula, saved: 15 }, C1: 2, D1: 6 }))
    expect(result.parity).toMatchObject({ verdict: 'equal', compared: 1, program: { differences: [] } })
  })

  it('are not proven when the file holds no saved values', async () => {
    const author = await newAuthor(server())
    const result = await upload(author, book({ A1: 1, B1: '=A1+1' }))
    expect(result.parity).toMatchObject({ verdict: 'not proven', compared: 0 })
    expect(result.warnings).toContainEqual(expect.objectContaining({ key: 'PARITY_NOT_PROVEN' }))
  })
})
