import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { getUpload } from '@sheetwright/contract/engines/get-upload.ts'
import { startUpload } from '@sheetwright/contract/engines/start-upload.ts'
import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { describe, expect, it } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { codeOf } from './code-of.ts'
import { newAuthor, premiumWorkbook, upload, useEngineServer, withNewRates } from './engine-server.ts'

const server = useEngineServer()

describe('uploading a workbook', () => {
  it('reads, compiles and proves it, and keeps it as a draft of a new engine', async () => {
    const author = await newAuthor(server())
    const result = await upload(author, premiumWorkbook())

    expect(result).toMatchObject({
      state: 'Draft',
      noOfInputs: 2,
      noOfOutputs: 1,
      noOfSheets: 1,
      noOfFormulas: 1,
      noOfCellsWithData: 8,
      releaseNoteRequired: false,
      blockedBecause: null,
      warnings: [],
      validationErrors: [],
      proposal: { previous: null, upgrade: 'major', revision: '1.0.0' },
      bookSummary: { serviceName: 'premium', revision: '1.0.0', fileName: 'premium.xlsx' },
    })
    expect(result.interface.inputs[0]).toMatchObject({
      name: 'Age',
      description: 'Age in years',
      cell: 'Premium!B1',
      default: 40,
      type: 'integer',
      validation: { type: 'whole', min: 18, max: 99, errorMessage: 'Drivers are 18 to 99 years old.' },
    })
    expect(result.parity).toMatchObject({ verdict: 'equal', compared: 1, equal: 1, savedBy: 'Microsoft Excel' })
    expect(result.parity.program).toEqual({ runs: 201, differences: [] })

    const detail = await author.client.call(getEngine, { params: { product: 'Motor', engine: 'PREMIUM' } })
    expect(detail).toMatchObject({
      id: result.engineId,
      version: { id: result.versionId, state: 'Draft' },
      verdict: 'equal',
    })
  })

  it('says which outputs depend on what cannot be computed', async () => {
    const author = await newAuthor(server())
    const cells = {
      D1: { formula: '=SURCHARGE(B1)', saved: 5 },
      D2: { formula: '=IFERROR(D1*2,0)', saved: 10 },
    }
    const names = [{ name: 'Xoutput_Surcharge', refersTo: 'Premium!$D$2' }]
    const { parity } = await upload(author, premiumWorkbook({ cells, names }))
    expect(parity).toMatchObject({ unsupported: { SURCHARGE: 1 }, uncomputableOutputs: ['Surcharge'] })
  })

  it('shows a saved value that does not follow from its formula', async () => {
    const author = await newAuthor(server())
    const result = await upload(author, premiumWorkbook({ savedPremium: 99 }))
    expect(result.warnings).toContainEqual(expect.objectContaining({ key: 'PARITY_DIFFERENT' }))
    const { parity } = await author.client.call(getParity, {
      params: { product: author.product, engine: result.engineId, version: '1.0.0' },
    })
    expect(parity).toMatchObject({
      verdict: 'different',
      different: 1,
      differences: [{ cell: 'Premium!B4', excel: 99, ours: 100, isCause: true }],
    })
  })

  it('compares in the regional settings that the engine computes with, and names those that fit better', async () => {
    const author = await newAuthor(server())
    const cells = { C1: { formula: '=DATEVALUE("2/3/2023")', saved: 44_987 } }
    const result = await upload(author, premiumWorkbook({ cells }))
    expect(result.parity).toMatchObject({ verdict: 'different', different: 1, locale: 'en-US', fittingLocale: 'en-GB' })
    expect(result.warnings).toContainEqual(expect.objectContaining({ key: 'LOCALE_DIFFERENT' }))
  })

  it('answers at once when asked to, and tells what became of it', async () => {
    const author = await newAuthor(server())
    const content = new Blob([new Uint8Array(await workbookFile(premiumWorkbook()))])
    const started = await author.client.call(startUpload, {
      params: { product: author.product },
      body: {},
      files: { file: { content, fileName: 'Later.xlsx' } },
    })
    const { tenantId, userId } = author
    await waitForJob(server().services, { tenantId, userId, jobId: started.jobId }, new AbortController().signal)
    const job = await author.client.call(getJob, { params: { job: started.jobId } })
    expect(job).toMatchObject({
      type: 'CompileEngine',
      status: 'Success',
      result: { bookSummary: { serviceName: 'Later' } },
    })
    const params = { product: author.product, upload: started.originalFileDocumentId }
    expect(await author.client.call(getUpload, { params })).toMatchObject({
      state: 'built',
      failure: null,
      result: { bookSummary: { serviceName: 'Later' } },
    })
  })

  it('takes no name that looks like an id, which calls would take for one', async () => {
    const author = await newAuthor(server())
    const { engineId } = await upload(author, premiumWorkbook())
    const inFile = upload(author, premiumWorkbook(), { fileName: `${engineId}.xlsx` })
    expect(await codeOf(inFile)).toBe('INVALID_INPUT')
    const given = upload(author, premiumWorkbook(), { data: { serviceName: engineId } })
    expect(await codeOf(given)).toBe('INVALID_INPUT')
  })

  it('makes the next version of an engine with the same name, which needs a release note', async () => {
    const author = await newAuthor(server())
    await upload(author, premiumWorkbook(), { data: { publish: true } })
    const second = await upload(author, premiumWorkbook({ rate: 0.02 }), { data: { publish: true } })
    expect(second).toMatchObject({
      state: 'Draft',
      releaseNoteRequired: true,
      proposal: {
        previous: '1.0.0',
        upgrade: 'major',
        revision: '2.0.0',
        reasons: [{ kind: 'result changed', name: 'Premium', before: '100', after: '200' }],
      },
    })
    expect(second.warnings.map(({ key }) => key)).toEqual(['ENGINE_EXISTS_ALREADY', 'NOT_PUBLISHED'])
    const params = { product: author.product, engine: second.engineId }
    expect(await codeOf(author.client.call(publishEngine, { params, body: {} }))).toBe('INVALID_INPUT')
    const published = await author.client.call(publishEngine, {
      params,
      body: { releaseNote: 'Twice the rate', acknowledge: withNewRates },
    })
    expect(published).toMatchObject({ revision: '2.0.0', state: 'Active', releaseNote: 'Twice the rate' })
  })
})
