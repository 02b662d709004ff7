import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { deleteMasterReference } from '@sheetwright/contract/master-references/delete-master-reference.ts'
import { getDownStream } from '@sheetwright/contract/master-references/get-down-stream.ts'
import { getLineage } from '@sheetwright/contract/lineage/get-lineage.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { getSyncReport } from '@sheetwright/contract/master-references/get-sync-report.ts'
import { previewSync } from '@sheetwright/contract/master-references/preview-sync.ts'
import { publishMasterReference } from '@sheetwright/contract/master-references/publish-master-reference.ts'
import { syncAllDownStreamEngines } from '@sheetwright/contract/master-references/sync-all-down-stream-engines.ts'
import { syncData } from '@sheetwright/contract/master-references/sync-data.ts'
import { saveTestBed } from '@sheetwright/contract/test-beds/save-test-bed.ts'
import { saveTestCases } from '@sheetwright/contract/test-beds/save-test-cases.ts'
import { writeRange } from '@sheetwright/contract/master-references/write-range.ts'
import { describe, expect, it } from 'vitest'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { type Author, newAuthor, upload, useEngineServer } from '../engines/engine-server.ts'
import { syncDownStream } from '../../src/features/master-references/sync-down-stream.job.ts'
import { insertSyncEngines } from '../../src/features/master-references/sync.store.ts'
import { codeOf } from '../engines/code-of.ts'
import { addMaster, engineWorkbook, masterWorkbook, rates } from './rate-workbooks.ts'

const server = useEngineServer()

const published = { data: { publish: true, effectiveStartDate: '2020-01-01', effectiveEndDate: '2090-12-31' } }

async function changeRate(author: Author, documentId: string, plan: string, rate: number): Promise<void> {
  const update = [{ key: { Plan: plan }, values: { Rate: rate } }]
  await author.client.call(writeRange, { body: { documentId, range: 'Rates', update } })
  await author.client.call(publishMasterReference, { body: { documentId } })
}

async function premium({ client, product }: Author, engine: string) {
  return client.call(executeEngine, { params: { product, engine }, body: { request_data: { inputs: { Sum: 1000 } } } })
}

describe('engines that copy tables of a master', () => {
  it('bind at upload, are marked when the master changes, and are synced with proof', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    const { documentId } = await addMaster(author, masterWorkbook(), published)
    const result = await upload(author, engineWorkbook(), { data: { publish: true } })
    expect(result.referenceRangeMetadatas).toMatchObject([
      { name: 'Rates', comparison: 'MATCH', serviceName: 'Motor rates', masterRevision: '1.0.0', differences: [] },
    ])
    expect(result.warnings).toEqual([])

    await changeRate(author, documentId, 'Plus', 0.05)
    const params = { product, engine: result.engineId }
    const detail = await client.call(getEngine, { params })
    expect(detail.version.referenceUpdateRequired).toBe(true)
    expect(detail.referenceRangeMetadatas).toMatchObject([
      { comparison: 'MISMATCH', boundRevision: '1.0.0', masterRevision: '1.0.1', differingRows: 1 },
    ])
    expect(await premium(author, result.engineId)).toMatchObject({
      xOutput: { Premium: 20 },
      referenceUpdateRequired: true,
    })
    const below = await client.call(getDownStream, { params: { document: documentId } })
    expect(below).toMatchObject({
      hidden: 0,
      engines: [{ serviceName: 'premium', ranges: ['Rates'], referenceUpdateRequired: true, syncedRevision: null }],
    })

    const bed = { name: 'Plans', engineId: result.engineId }
    const sent = ['Basic', 'Plus', 'Plus'].map((plan, i) => ({ inputs: { Plan: plan, Sum: (i + 1) * 100 } }))
    const { id: testbedId } = await client.call(saveTestBed, { body: bed })
    await client.call(saveTestCases, { params: { testbed: testbedId }, body: { added: sent } })
    const effect = await client.call(previewSync, { body: { documentId, engineId: result.engineId } })
    expect(effect).toEqual({
      ranges: [
        {
          name: 'Rates',
          changedCells: 1,
          differences: [{ cell: 'Tables!C3', row: 2, heading: 'Rate', engine: 0.02, master: 0.05 }],
        },
      ],
      recomputedCells: 1,
      outputs: [{ name: 'Premium', before: 200, after: 500 }],
      outputCount: 2,
      testBeds: [
        {
          id: testbedId,
          name: 'Plans',
          noOfTest: 3,
          computed: 3,
          changed: 2,
          outputs: [{ name: 'Premium', cases: 2, first: 2, before: 4, after: 10 }],
        },
      ],
    })
    expect(await client.call(getVersions, { params })).toMatchObject({ count: 1 })

    const synced = await client.call(syncData, {
      params: { ...params, version: '1.0.0' },
      body: { publish: true },
    })
    expect(synced).toMatchObject({
      state: 'Synced',
      outcome: { baseRevision: '1.0.0', revision: '1.0.1', published: true, parity: { verdict: 'equal', compared: 2 } },
    })
    expect(await premium(author, result.engineId)).toMatchObject({
      xOutput: { Premium: 50 },
      revision: '1.0.1',
      referenceUpdateRequired: false,
    })
    // A workbook with the table pasted in gives the same answer.
    const pasted = engineWorkbook(rates.map(([plan, from, rate]) => [plan, from, plan === 'Plus' ? 0.05 : rate]))
    const names = pasted.names.filter(({ name }) => name !== 'Xref_Rates')
    const byHand = await upload(author, { ...pasted, names }, { data: { publish: true }, fileName: 'by hand.xlsx' })
    for (let i = 0; i < 12; i++) {
      const inputs = { Plan: ['Basic', 'Plus', 'Top', 'None'][i % 4], Sum: i === 7 ? null : (i - 2) ** 3 / 7 }
      const outputs = async (engine: string) => {
        const body = { request_data: { inputs } }
        return (await client.call(executeEngine, { params: { product, engine }, body })).xOutput
      }
      expect(await outputs(result.engineId)).toEqual(await outputs(byHand.engineId))
    }
    const again = await client.call(syncData, { params: { ...params, version: '1.0.1' }, body: {} })
    expect(again).toMatchObject({ state: 'UpToDate' })
    const { nodes, edges } = await client.call(getLineage, { query: { kind: 'range', id: documentId, range: 'rates' } })
    expect(nodes.map(({ kind }) => kind)).toEqual([
      'master',
      'range',
      'engine',
      'version',
      'calculator',
      'version',
      'caller',
    ])
    expect(edges).toContainEqual({ from: `range:${documentId}:rates`, to: `version:${synced.outcome?.versionId}` })
    const byField = await client.call(getLineage, { query: { kind: 'field', id: 'premium' } })
    expect(byField.nodes.map(({ kind }) => kind)).toContain('engine')
    const back = await client.call(getLineage, { query: { kind: 'engine', id: result.engineId } })
    expect(back.nodes.filter(({ kind }) => kind === 'master')).toHaveLength(1)
    expect(await codeOf(client.call(getLineage, { query: { kind: 'engine', id: 'none' } }))).toBe('ENGINE_NOT_FOUND')
    expect(await codeOf(client.call(deleteMasterReference, { params: { document: documentId } }))).toBe(
      'MASTER_REFERENCE_IN_USE',
    )
    const forced = { force: 'true', reason: 'Replaced by another system' } as const
    await client.call(deleteMasterReference, { params: { document: documentId }, query: forced })
    expect((await client.call(getEngine, { params })).flags).toContainEqual({
      code: 'REFERENCE_INACTIVE',
      name: 'Rates',
    })
  })

  it('are refused when no master, several masters, or other headings answer their range', async () => {
    const author = await newAuthor(server())
    const refused = (workbook: ReturnType<typeof engineWorkbook>) =>
      upload(author, workbook).then(
        () => undefined,
        (error: unknown) => error,
      )
    const fails = (text: string) => ({
      code: 'REFERENCE_RANGE_ERROR',
      fieldErrors: [{ field: 'Xref_Rates', message: expect.stringContaining(text) }],
    })
    expect(await refused(engineWorkbook())).toMatchObject(fails('Nothing is published yet'))
    await addMaster(author, masterWorkbook(), { ...published, fileName: 'First.xlsx' })
    expect(await refused(engineWorkbook(rates, { name: 'Xref_Taxes' }))).toMatchObject({
      fieldErrors: [{ field: 'Xref_Taxes', message: expect.stringContaining('Rates of First') }],
    })
    await addMaster(author, masterWorkbook(), { ...published, fileName: 'Second.xlsx' })
    expect(await refused(engineWorkbook())).toMatchObject(fails('First, Second'))
    const chosen = await upload(author, engineWorkbook(rates, { comment: 'second' }))
    expect(chosen.referenceRangeMetadatas).toMatchObject([{ serviceName: 'Second' }])
    const other = masterWorkbook()
    const [sheet] = other.sheets
    if (sheet === undefined) throw new Error('No sheet')
    const renamed = { ...other, sheets: [{ ...sheet, cells: { ...sheet.cells, C2: 'Tariff' } }] }
    await addMaster(author, renamed, { ...published, fileName: 'Second.xlsx' })
    expect(await refused(engineWorkbook(rates, { comment: 'second' }))).toMatchObject(fails('Tariff'))
  })

  it('show differing cells at upload, and warn of effective dates', async () => {
    const author = await newAuthor(server())
    const data = { publish: true, effectiveStartDate: '2020-01-01', effectiveEndDate: '2027-01-01' }
    await addMaster(author, masterWorkbook(), { data })
    const result = await upload(author, engineWorkbook([['Basic', 46_023, 0.011], ...rates.slice(1)]))
    expect(result.referenceRangeMetadatas).toMatchObject([
      {
        comparison: 'MISMATCH',
        dateRelation: 'commonOverlap',
        differences: [{ cell: 'Tables!C2', engine: 0.011, master: 0.01 }],
      },
    ])
    expect(result.warnings.map(({ key }) => key)).toEqual(['REFERENCE_MISMATCH', 'REFERENCE_DATES'])
  })

  it('are synced all at once; one that fails does not stop the others, and copies keep their binding', async () => {
    const author = await newAuthor(server())
    const { client, product, tenantId, userId } = author
    const { documentId } = await addMaster(author, masterWorkbook(), published)
    await upload(author, engineWorkbook(), { data: { publish: true }, fileName: 'A.xlsx' })
    const small = engineWorkbook()
    const names = small.names.map((name) =>
      name.name === 'Xref_Rates' ? { ...name, refersTo: 'Tables!$A$1:$C$4' } : name,
    )
    await upload(author, { ...small, names }, { data: { publish: true }, fileName: 'B.xlsx' })
    await client.call(cloneProduct, { params: { product }, body: { name: 'Copy' } })
    const insert = [{ values: { Plan: 'Gold', 'Valid from': '2026-01-01', Rate: 0.09 } }]
    await client.call(writeRange, { body: { documentId, range: 'Rates', insert } })
    await client.call(publishMasterReference, { body: { documentId } })
    const { jobId, engines } = await client.call(syncAllDownStreamEngines, { body: { documentId } })
    expect(engines).toBe(4)
    await waitForJob(server().services, { tenantId, userId, jobId }, new AbortController().signal)
    const report = await client.call(getSyncReport, { params: { job: jobId } })
    expect(report).toMatchObject({ synced: 2, failed: 2, waiting: 0, upToDate: 0 })
    expect(report.engines.find(({ serviceName }) => serviceName === 'B')?.outcome?.failure).toContain('holds 3')
    expect(report.engines.find(({ serviceName }) => serviceName === 'A')?.outcome).toMatchObject({
      revision: '1.0.1',
      published: false,
    })
  })

  it('are synced to the end after a sync that stopped in the middle twice, each once', async () => {
    const author = await newAuthor(server())
    const { client, product, tenantId, userId } = author
    const { documentId } = await addMaster(author, masterWorkbook(), published)
    const engines: string[] = []
    for (const name of ['A', 'B', 'C']) {
      const { engineId } = await upload(author, engineWorkbook(), { data: { publish: true }, fileName: `${name}.xlsx` })
      engines.push(engineId)
    }
    // A sync with nothing to do ends at once; the test then does its work by hand.
    const { jobId } = await client.call(syncAllDownStreamEngines, { body: { documentId } })
    await waitForJob(server().services, { tenantId, userId, jobId }, new AbortController().signal)
    await changeRate(author, documentId, 'Plus', 0.05)
    const { services } = server()
    await services.db.inTenant(tenantId, (tx) => insertSyncEngines(tx, jobId, engines))
    const run = async (stopAt: string | undefined) => {
      const stopping = new AbortController()
      const progress = (_percent: number, note = '') => {
        if (note === stopAt) stopping.abort(new Error('The process ended'))
      }
      const actor = { actorId: userId, actorName: 'Author', groups: ['supervisor:pf'], correlationId: jobId }
      const asked = { documentId, baseVersionId: null, publish: true, releaseNote: null }
      const data = { Name: 'Motor rates', Url: '', ...asked, ...actor } as never
      const context = { jobId, tenantId, userId, data, services, log: services.log, progress }
      const finish = () => Promise.resolve()
      await syncDownStream.run({ ...context, signal: stopping.signal, finish })
    }
    await expect(run('B')).rejects.toThrow('The process ended')
    await expect(run('C')).rejects.toThrow('The process ended')
    await run(undefined)
    expect(await client.call(getSyncReport, { params: { job: jobId } })).toMatchObject({
      synced: 3,
      failed: 0,
      waiting: 0,
    })
    for (const engine of engines) {
      expect(await client.call(getVersions, { params: { product, engine } })).toMatchObject({ count: 2 })
    }
  })
})
