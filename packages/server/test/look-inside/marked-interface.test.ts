import { ApiError } from '@sheetwright/contract/api-error.ts'
import { buildMarkedUpload } from '@sheetwright/contract/engines/build-marked-upload.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { getUpload } from '@sheetwright/contract/engines/get-upload.ts'
import { startUpload } from '@sheetwright/contract/engines/start-upload.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { downloadNamed } from '@sheetwright/contract/look-inside/download-named.ts'
import { explainCell } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { getBook } from '@sheetwright/contract/look-inside/get-book.ts'
import { getCells } from '@sheetwright/contract/look-inside/get-cells.ts'
import { getProposals } from '@sheetwright/contract/look-inside/get-proposals.ts'
import { getUploadedBook } from '@sheetwright/contract/look-inside/get-uploaded-book.ts'
import { getUploadedCells } from '@sheetwright/contract/look-inside/get-uploaded-cells.ts'
import { proposeInterface } from '@sheetwright/contract/look-inside/propose-interface.ts'
import { describe, expect, it } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { codeOf } from '../engines/code-of.ts'
import { type Author, newAuthor, premiumWorkbook, upload, useEngineServer } from '../engines/engine-server.ts'
import { loanWorkbook } from './loan-workbook.ts'

const server = useEngineServer()

const marks = {
  inputs: [
    { name: 'Amount', cell: 'Loan!B3' },
    { name: 'Rate', cell: 'Loan!B4' },
    { name: 'Years', cell: 'Loan!B5', type: 'integer', description: 'Whole years' },
  ],
  outputs: [{ name: 'Payment', cell: 'Loan!B7' }],
} as const

async function fileOf(spec: Parameters<typeof workbookFile>[0], fileName = 'loan.xlsx') {
  return { file: { content: new Blob([new Uint8Array(await workbookFile(spec))]), fileName } }
}

/** An upload refused because the workbook declares nothing. */
async function refusedUpload({ client, product, tenantId, userId }: Author & { tenantId: string; userId: string }) {
  const { jobId, originalFileDocumentId } = await client.call(startUpload, {
    params: { product },
    body: { data: '{}' },
    files: await fileOf(loanWorkbook()),
  })
  await waitForJob(server().services, { tenantId, userId, jobId }, new AbortController().signal)
  return originalFileDocumentId
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('It did not fail as a call fails')
  return error
}

describe('a workbook without names', () => {
  it('becomes a published, called engine through its proposals', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    const uploadId = await refusedUpload(author)
    const params = { product, upload: uploadId }
    const before = await client.call(getUpload, { params })
    expect(before).toMatchObject({ state: 'failed', failure: { code: 'INVALID_ENGINE_CONFIGURATION' } })
    const first = { params: { job: before.jobId ?? '' } }
    const missing = await client.call(getJob, first)
    expect(missing).toMatchObject({ status: 'Fail', failureCode: 'JOB_INTERFACE_MISSING' })

    const { sheets } = await client.call(getUploadedBook, { params })
    expect(sheets).toMatchObject([{ name: 'Loan', rows: 8, cols: 2 }])
    const { cells } = await client.call(getUploadedCells, { params, body: { sheet: 'Loan', range: 'A1:C8' } })
    expect(cells.find(({ row, col }) => row === 3 && col === 1)).toMatchObject({ text: '6.00%', value: 0.06 })
    expect(cells.find(({ row, col }) => row === 7 && col === 1)?.formula).toBe('=B7*12*B5-B3')

    const proposal = await client.call(getProposals, { params })
    expect(proposal.inputs).toMatchObject([
      { name: 'LoanAmount', cell: 'Loan!B3', unit: 'EUR', sure: true, type: 'number' },
      { name: 'InterestRate', cell: 'Loan!B4', sure: true, type: 'percent' },
      { name: 'TermInYears', cell: 'Loan!B5', sure: true },
    ])
    expect(proposal.outputs.filter(({ sure }) => sure).map(({ name }) => name)).toEqual([
      'TotalInterest',
      'MonthlyPayment',
    ])

    const plain = ({ name, cell }: (typeof proposal.inputs)[number]) => ({ name, cell })
    const { jobId, originalFileDocumentId } = await client.call(buildMarkedUpload, {
      params,
      body: { interface: { inputs: proposal.inputs.map(plain), outputs: proposal.outputs.map(plain) } },
    })
    expect((await client.call(getJob, first)).data).toMatchObject({ continuedBy: jobId })
    await waitForJob(server().services, { ...author, jobId }, new AbortController().signal)
    const { result } = await client.call(getUpload, { params: { product, upload: originalFileDocumentId } })
    expect(result).toMatchObject({ noOfInputs: 3, noOfOutputs: 2, parity: { verdict: 'equal' } })
    await client.call(publishEngine, { params: { product, engine: 'loan' }, body: { version: '1.0.0' } })
    const run = await client.call(executeEngine, {
      params: { product, engine: 'loan' },
      body: { request_data: { inputs: { LoanAmount: 200_000, InterestRate: 0.06, TermInYears: 10 } } },
    })
    expect(run.xOutput['MonthlyPayment']).toBeCloseTo(2220.41, 2)

    const version = { product, engine: 'loan', version: '1.0.0' }
    expect((await client.call(getBook, { params: version })).sheets).toHaveLength(1)
    const ran = await client.call(getCells, {
      params: version,
      body: { sheet: 'Loan', range: 'B3:B7', run: { inputs: { LoanAmount: 200_000 } } },
    })
    expect(ran.cells.map(({ text }) => text)).toEqual(['200,000.00', '6.00%', '10', '2,220.41'])

    const why = (cell: string) =>
      client.call(explainCell, { params: version, body: { cell, run: { inputs: { LoanAmount: 200_000 } } } })
    expect(await why('Loan!B7')).toMatchObject({
      label: 'Monthly payment',
      text: '2,220.41',
      precedents: [
        { kind: 'cell', cell: 'Loan!B3', label: 'Loan amount (EUR)', value: 200_000 },
        { kind: 'cell', cell: 'Loan!B4' },
        { kind: 'cell', cell: 'Loan!B5' },
      ],
    })
    expect(await codeOf(why('Nowhere!B7'))).toBe('INVALID_INPUT')
    expect(await codeOf(why('Loan!'))).toBe('INVALID_INPUT')
  })

  it('takes the marks with the upload, and names and types are as marked', async () => {
    const author = await newAuthor(server())
    const result = await upload(author, loanWorkbook(), { data: { interface: marks }, fileName: 'loan.xlsx' })
    expect(result.interface.inputs).toMatchObject([
      { name: 'Amount', description: 'Loan amount (EUR)', default: 100_000 },
      { name: 'Rate', type: 'percent' },
      { name: 'Years', type: 'integer', description: 'Whole years' },
    ])
    expect(result.proposal.upgrade).toBe('major')
  })

  it('is downloaded with its marks as names, which make the same engine elsewhere', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    await upload(author, loanWorkbook(), { data: { interface: marks }, fileName: 'loan.xlsx' })
    const params = { product, engine: 'loan', version: '1.0.0' }
    const { blob, fileName } = await client.call(downloadNamed, { params })
    expect(fileName).toBe('loan.xlsx')
    const elsewhere = await upload(author, Buffer.from(await blob.arrayBuffer()), { fileName: 'copy.xlsx' })
    expect(elsewhere.interface.inputs.map(({ name, cell }) => [name, cell])).toEqual([
      ['Amount', 'Loan!B3'],
      ['Rate', 'Loan!B4'],
      ['Years', 'Loan!B5'],
    ])
    expect(elsewhere.interface.inputs[2]?.description).toBe('Whole years')
    expect(elsewhere.interface.outputs.map(({ name, cell }) => [name, cell])).toEqual([['Payment', 'Loan!B7']])
    // A workbook that already declares its names is downloaded unchanged.
    const again = { product, engine: 'copy', version: '1.0.0' }
    expect((await client.call(downloadNamed, { params: again })).blob.size).toBe(blob.size)
  })

  it('keeps its interface when it is uploaded again with rows inserted, and says what moved', async () => {
    const author = await newAuthor(server())
    await upload(author, loanWorkbook(), { data: { interface: marks }, fileName: 'loan.xlsx' })
    const again = await upload(author, loanWorkbook({ rowsAbove: 2 }), { fileName: 'loan.xlsx' })
    expect(again.interface.inputs.map(({ name, cell, type }) => [name, cell, type])).toEqual([
      ['Amount', 'Loan!B5', 'number'],
      ['Rate', 'Loan!B6', 'percent'],
      ['Years', 'Loan!B7', 'integer'],
    ])
    expect(again.interface.outputs[0]?.cell).toBe('Loan!B9')
    expect(again.diagnostics.filter(({ code }) => code === 'MARK_MOVED')).toHaveLength(4)
    expect(again.proposal).toMatchObject({ upgrade: 'patch', revision: '1.0.1' })
    // The next workbook starts from the marks found last.
    const third = await upload(author, loanWorkbook({ rowsAbove: 1 }), { fileName: 'loan.xlsx' })
    expect(third.interface.outputs[0]?.cell).toBe('Loan!B8')
  })

  it('is refused rather than guessed at where a mark cannot be found again', async () => {
    const author = await newAuthor(server())
    await upload(author, loanWorkbook(), { data: { interface: marks }, fileName: 'loan.xlsx' })
    const relabelled = loanWorkbook({ cells: { A4: 'Rate p.a.' } })
    const failure = await failureOf(upload(author, relabelled, { fileName: 'loan.xlsx' }))
    expect(failure.code).toBe('INVALID_ENGINE_CONFIGURATION')
    expect(failure.fieldErrors.map(({ field }) => field)).toEqual(['interface.inputs.Rate'])
  })

  it("prefers the workbook's own names to the marks of the version before", async () => {
    const author = await newAuthor(server())
    const first = { data: { interface: { outputs: [{ name: 'Sum', cell: 'Premium!B4' }] } } }
    expect((await upload(author, premiumWorkbook(), first)).interface.outputs.map(({ name }) => name)).toEqual(['Sum'])
    expect((await upload(author, premiumWorkbook())).interface.outputs.map(({ name }) => name)).toEqual(['Premium'])
  })

  it('is refused with the field that is wrong', async () => {
    const author = await newAuthor(server())
    const wrong = { inputs: [{ name: 'Amount', cell: 'Nowhere!B3' }], outputs: marks.outputs }
    const failure = await failureOf(upload(author, loanWorkbook(), { data: { interface: wrong } }))
    expect(failure.code).toBe('INVALID_ENGINE_CONFIGURATION')
    expect(failure.fieldErrors).toMatchObject([{ field: 'interface.inputs[0].cell' }])
    const badName = { outputs: [{ name: '1 x', cell: 'Loan!B7' }] }
    expect(await codeOf(upload(author, loanWorkbook(), { data: { interface: badName } }))).toBe('INVALID_INPUT')
    expect(await codeOf(upload(author, loanWorkbook(), { data: { interface: { outputs: [] } } }))).toBe('INVALID_INPUT')
  })
})

describe('looking into a workbook', () => {
  it('refuses sheets and ranges that are not there, and files that are none', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    const params = { product, upload: await refusedUpload(author) }
    const cells = (sheet: string, range: string) =>
      codeOf(client.call(getUploadedCells, { params, body: { sheet, range } }))
    expect(await cells('Nowhere', 'A1:B2')).toBe('INVALID_INPUT')
    expect(await cells('Loan', 'A1:ZZZ9999999')).toBe('INVALID_INPUT')
    expect(await cells('Loan', '1')).toBe('INVALID_INPUT')
    const nothing = { file: { content: new Blob(['no workbook']), fileName: 'x.xlsx' } }
    const proposing = client.call(proposeInterface, { params: { product }, body: {}, files: nothing })
    expect(await codeOf(proposing)).toBe('CORRUPT_EXCEL_FILE_FOR_TYPE1')
  })

  it('proposes for a file that is not kept', async () => {
    const { client, product } = await newAuthor(server())
    const proposal = await client.call(proposeInterface, {
      params: { product },
      body: {},
      files: await fileOf(loanWorkbook()),
    })
    expect(proposal.inputs.map(({ name }) => name)).toEqual(['LoanAmount', 'InterestRate', 'TermInYears'])
  })

  it('shows nothing of it to those who may not edit the product', async () => {
    const author = await newAuthor(server())
    const params = { product: author.product, upload: await refusedUpload(author) }
    const other = await server().signIn({ tenant: author, groups: ['user:pf'] })
    expect(await codeOf(other.client.call(getUploadedBook, { params }))).toBe('FILE_NOT_FOUND')
    expect(await codeOf(other.client.call(getProposals, { params }))).toBe('FILE_NOT_FOUND')
  })
})
