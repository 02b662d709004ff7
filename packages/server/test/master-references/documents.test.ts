import { deleteMasterReference } from '@sheetwright/contract/master-references/delete-master-reference.ts'
import { downloadMasterReference } from '@sheetwright/contract/master-references/download-master-reference.ts'
import { downloadMasterReferenceVersion } from '@sheetwright/contract/master-references/download-master-reference-version.ts'
import { getAllVersions } from '@sheetwright/contract/master-references/get-all-versions.ts'
import { getMasterReference } from '@sheetwright/contract/master-references/get-master-reference.ts'
import { listMasterReferences } from '@sheetwright/contract/master-references/list-master-references.ts'
import { publishMasterReference } from '@sheetwright/contract/master-references/publish-master-reference.ts'
import { readRange } from '@sheetwright/contract/master-references/read-range.ts'
import { readRangeVersion } from '@sheetwright/contract/master-references/read-range-version.ts'
import { writeRange } from '@sheetwright/contract/master-references/write-range.ts'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { parseRange } from '@sheetwright/compiler/model.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { purgeDeletedDocuments } from '../../src/features/master-references/master-reference.store.ts'
import { codeOf } from '../engines/code-of.ts'
import { useTestServer } from '../support/test-server.ts'
import { addMaster, masterWorkbook, rates } from './rate-workbooks.ts'

const server = useTestServer()

async function cellsOf({ blob }: { blob: Blob }, ...names: string[]) {
  const { workbook } = await readWorkbook(new Uint8Array(await blob.arrayBuffer()))
  return names.map((name) => {
    const { top: row, left: col } = parseRange(name) ?? { top: 0, left: 0 }
    const cell = workbook?.sheets[0]?.cells.get(row, col)
    return cell?.kind === 'formula' ? cell.saved : cell?.value
  })
}

describe('master reference documents', () => {
  it('are added, published with dates, listed, read and downloaded', async () => {
    const { client } = await server().signIn()
    const added = await addMaster({ client }, masterWorkbook())
    expect(added).toMatchObject({
      serviceName: 'Motor rates',
      isNew: true,
      version: {
        revision: '1.0.0',
        state: 'Draft',
        referenceRanges: [
          {
            name: 'Rates',
            cell: 'Rates!A2:C5',
            rowCount: 3,
            blankCells: 0,
            hasFormulas: false,
            columns: [
              { heading: 'Plan', type: 'text' },
              { heading: 'Valid from', type: 'date' },
              { heading: 'Rate', type: 'percent' },
            ],
          },
        ],
      },
    })
    const { documentId } = added
    const dates = { effectiveStartDate: '2026-01-01', effectiveEndDate: '2036-12-31' }
    const published = await client.call(publishMasterReference, { body: { documentId, ...dates } })
    expect(published.version).toMatchObject({
      state: 'Active',
      effectiveStartDate: '2026-01-01T00:00:00.000Z',
      effectiveEndDate: '2036-12-31T23:59:59.999Z',
    })
    const { items, count } = await client.call(listMasterReferences, {
      body: { search: [{ field: 'range_co', value: 'rat' }] },
    })
    expect(count).toBe(1)
    expect(items[0]).toMatchObject({
      id: documentId,
      referenceList: ['Rates'],
      revision: '1.0.0',
      downStreamEngines: [],
    })
    const rows = await client.call(readRange, {
      body: {
        documentId: 'motor RATES',
        range: 'rates',
        sort: '-Rate',
        filter: [{ column: 'Rate', operator: 'greater', value: 0.01 }],
      },
    })
    expect(rows).toMatchObject({
      count: 2,
      rowNumbers: [3, 2],
      rows: [
        { Plan: 'Top', 'Valid from': '2026-01-01', Rate: 0.03 },
        { Plan: 'Plus', 'Valid from': '2026-01-01', Rate: 0.02 },
      ],
    })
    const page = await client.call(readRange, { body: { documentId, range: 'Rates', page: 2, pageSize: 2 } })
    expect(page).toMatchObject({ count: 3, rows: [{ Plan: 'Top' }] })
    const byDate = { column: 'Valid from', operator: 'less' as const, value: '2026-01-02' }
    expect(await client.call(readRange, { body: { documentId, range: 'Rates', filter: [byDate] } })).toMatchObject({
      count: 3,
    })
    const file = await client.call(downloadMasterReference, { params: { document: documentId } })
    expect(await cellsOf(file, 'C5', 'A100')).toEqual([0.03, 'Approved by the board'])
  })

  it('take a further version and say what it changes', async () => {
    const { client } = await server().signIn()
    const { documentId } = await addMaster({ client }, masterWorkbook())
    const renamed = masterWorkbook(rates, { names: [{ name: 'Xref_Tariff', refersTo: 'Rates!$A$2:$C$5' }] })
    const second = await addMaster({ client }, renamed)
    expect(second).toMatchObject({ documentId, isNew: false, version: { revision: '2.0.0' } })
    expect(second.changes).toEqual([
      { range: 'Rates', change: 'removed' },
      { range: 'Tariff', change: 'added' },
    ])
    const versions = await client.call(getAllVersions, { query: { documentId, page: 1, pageSize: 1 } })
    expect(versions).toMatchObject({ count: 2, items: [{ revision: '2.0.0' }] })
  })

  it('are edited by key into a new version in which everything else stays', async () => {
    const { client } = await server().signIn()
    const { documentId } = await addMaster({ client }, masterWorkbook(), { data: { publish: true } })
    const written = await client.call(writeRange, {
      body: {
        documentId,
        range: 'Rates',
        update: [{ key: { Plan: 'plus' }, values: { Rate: 0.025 } }],
        delete: [{ key: { Plan: 'Basic' } }],
        insert: [
          { values: { Plan: 'Gold', 'Valid from': '2026-02-01', Rate: 0.04 } },
          { values: { Plan: 'Max', 'Valid from': '2026-02-01', Rate: 0.05 } },
        ],
      },
    })
    expect(written.version).toMatchObject({
      revision: '1.0.1',
      state: 'Draft',
      referenceRanges: [{ rowCount: 4, cell: 'Rates!A2:C6' }],
    })
    const read = await client.call(readRangeVersion, { body: { documentId, range: 'Rates', version: '1.0.1' } })
    expect(read.rows).toEqual([
      { Plan: 'Plus', 'Valid from': '2026-01-01', Rate: 0.025 },
      { Plan: 'Top', 'Valid from': '2026-01-01', Rate: 0.03 },
      { Plan: 'Gold', 'Valid from': '2026-02-01', Rate: 0.04 },
      { Plan: 'Max', 'Valid from': '2026-02-01', Rate: 0.05 },
    ])
    // The published version is unchanged.
    expect(await client.call(readRange, { body: { documentId, range: 'Rates' } })).toMatchObject({
      count: 3,
      revision: '1.0.0',
    })
    const params = { document: documentId, version: '1.0.1' }
    const file = await client.call(downloadMasterReferenceVersion, { params })
    expect(await cellsOf(file, 'A6', 'A100', 'E2', 'F2')).toEqual([
      'Max',
      'Approved by the board',
      'Sum of rates',
      expect.closeTo(0.145, 12),
    ])
  })

  it('say what is wrong with edits and questions', async () => {
    const { client } = await server().signIn()
    const { documentId } = await addMaster({ client }, masterWorkbook())
    const refused = async (body: object) =>
      client.call(writeRange, { body: { documentId, range: 'Rates', ...body } }).then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(
      await refused({
        update: [
          { key: { Plan: 'Nobody' }, values: {} },
          { row: 2, values: { Rate: 'much', Colour: 'red' } },
        ],
        delete: [{ row: 9 }],
      }),
    ).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [
        { field: 'body.update.0.key', message: 'is the key of no row' },
        { field: 'body.update.1.values.Rate', allowed: 'a number, 0.05 for 5 percent' },
        { field: 'body.update.1.values.Colour', allowed: 'Plan, Valid from, Rate' },
        { field: 'body.delete.0.row', allowed: '1 to 3' },
      ],
    })
    expect(await refused({ update: [{ key: { 'Valid from': '2026-01-01' }, values: {} }] })).toMatchObject({
      fieldErrors: [{ message: 'is the key of more than one row: 1, 2, 3' }],
    })
    expect(await refused({})).toMatchObject({ code: 'INVALID_INPUT' })
    await client.call(writeRange, { body: { documentId, range: 'Rates', delete: [{ row: 1 }] } })
    expect(await refused({ version: '1.0.0', delete: [{ row: 1 }] })).toMatchObject({ code: 'CONFLICT' })
    const read = (body: object) => codeOf(client.call(readRange, { body: { documentId, range: 'Rates', ...body } }))
    expect(await read({ range: 'Nothing' })).toBe('REFERENCE_RANGE_NOT_FOUND')
    expect(await read({ sort: 'Colour' })).toBe('INVALID_INPUT')
    expect(await read({ filter: [{ column: 'Rate', operator: 'less', value: 'much' }] })).toBe('INVALID_INPUT')
    expect(await codeOf(client.call(getMasterReference, { params: { document: 'none' } }))).toBe(
      'MASTER_REFERENCE_NOT_FOUND',
    )
    const version = client.call(downloadMasterReferenceVersion, { params: { document: documentId, version: '9.9.9' } })
    expect(await codeOf(version)).toBe('MASTER_REFERENCE_VERSION_NOT_FOUND')
  })

  it('refuse workbooks with their problems by range and cell', async () => {
    const { client } = await server().signIn()
    const broken = masterWorkbook(rates, {
      sheets: [{ name: 'Rates', cells: { A2: 'Plan', C2: 'Rate', A3: 'Basic', C3: 1, E2: 'x' } }],
      names: [
        { name: 'Xref_Rates', refersTo: 'Rates!$A$2:$C$3' },
        { name: 'Xref_Sum', refersTo: '1+1' },
      ],
    })
    const failure = await addMaster({ client }, broken).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'INVALID_MASTER_REFERENCE',
      fieldErrors: [
        { field: 'Xref_Sum', message: expect.stringContaining('must refer to') },
        { field: 'Xref_Rates', message: expect.stringContaining('Rates!B2') },
      ],
    })
    expect(await codeOf(addMaster({ client }, masterWorkbook(rates, { names: [] })))).toBe('INVALID_MASTER_REFERENCE')
    expect(await codeOf(addMaster({ client }, Buffer.from('nothing')))).toBe('CORRUPT_EXCEL_FILE_FOR_TYPE1')
    expect(await codeOf(addMaster({ client }, masterWorkbook(), { fileName: 'a.txt' }))).toBe('INVALID_FILE_TYPE')
    const data = { effectiveStartDate: '2026-02-01', effectiveEndDate: '2026-01-01' }
    expect(await codeOf(addMaster({ client }, masterWorkbook(), { data }))).toBe('INVALID_INPUT')
  })

  it('are changed by their owner and by supervisors alone', async () => {
    const owner = await server().signIn()
    const { documentId } = await addMaster(owner, masterWorkbook(), { data: { publish: true } })
    const colleague = await server().signIn({ tenant: owner })
    const params = { document: documentId }
    expect(await colleague.client.call(getMasterReference, { params })).toMatchObject({ access: 'view' })
    expect(await codeOf(addMaster(colleague, masterWorkbook()))).toBe('PERMISSION_DENIED')
    const edit = { documentId, range: 'Rates', delete: [{ row: 1 }] }
    expect(await codeOf(colleague.client.call(writeRange, { body: edit }))).toBe('PERMISSION_DENIED')
    expect(await codeOf(colleague.client.call(publishMasterReference, { body: { documentId } }))).toBe(
      'PERMISSION_DENIED',
    )
    expect(await codeOf(colleague.client.call(deleteMasterReference, { params }))).toBe('PERMISSION_DENIED')
    const stranger = await server().signIn()
    expect(await codeOf(stranger.client.call(getMasterReference, { params }))).toBe('MASTER_REFERENCE_NOT_FOUND')
    await owner.client.call(deleteMasterReference, { params })
    expect(await codeOf(owner.client.call(getMasterReference, { params }))).toBe('MASTER_REFERENCE_NOT_FOUND')
  })

  it('are removed for good long after they were deleted, with the tables that nothing else holds', async () => {
    const author = await server().signIn({ groups: ['supervisor:pf'] })
    const { client, tenantId } = author
    const { documentId } = await addMaster(author, masterWorkbook())
    await client.call(deleteMasterReference, { params: { document: documentId } })
    const { db } = server().services
    expect(await db.inTenant(tenantId, purgeDeletedDocuments)).toBe(0)
    const left = await db.inTenant(tenantId, async (tx) => {
      await tx.q.execute(sql`UPDATE master_references SET deleted_at = now() - interval '31 days'`)
      expect(await purgeDeletedDocuments(tx)).toBe(1)
      const { rows } = await tx.q.execute(
        sql`SELECT (SELECT count(*) FROM reference_tables) + (SELECT count(*) FROM master_reference_versions) AS rest`,
      )
      return rows
    })
    expect(left).toEqual([{ rest: '0' }])
  })
})
