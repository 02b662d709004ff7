import { describeTables } from '@sheetwright/contract/dml/describe-tables.ts'
import type { DmlRun, DmlTableCounts } from '@sheetwright/contract/dml/dml.ts'
import { downloadDml } from '@sheetwright/contract/dml/download-dml.ts'
import { generateDml } from '@sheetwright/contract/dml/generate-dml.ts'
import { getDmlRun } from '@sheetwright/contract/dml/get-dml-run.ts'
import { listDmlRuns } from '@sheetwright/contract/dml/list-dml-runs.ts'
import { previewDml } from '@sheetwright/contract/dml/preview-dml.ts'
import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { publishMasterReference } from '@sheetwright/contract/master-references/publish-master-reference.ts'
import { writeRange } from '@sheetwright/contract/master-references/write-range.ts'
import { describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { codeOf } from '../engines/code-of.ts'
import { newAuthor, useEngineServer } from '../engines/engine-server.ts'
import { addMaster, masterWorkbook, rates } from '../master-references/rate-workbooks.ts'
import type { SignedIn } from '../support/test-server.ts'
import { premiumTester } from '../test-beds/support.ts'

const server = useEngineServer()
const published = { data: { publish: true, effectiveStartDate: '2020-01-01', effectiveEndDate: '2090-12-31' } }

interface Wish {
  readonly smartLevel?: '0' | '1' | '2'
  readonly options?: Record<string, unknown>
  readonly dialect?: 'postgres' | 'mysql' | 'oracle' | 'mssql'
}

async function loaded(person: SignedIn, params: { product: string; engine: string }, wish: Wish = {}): Promise<DmlRun> {
  const { smartLevel = '0', options = {}, dialect = 'postgres' } = wish
  const { queueId, run } = await person.client.call(generateDml, {
    params: { ...params, dialect },
    body: { smartLevel, options: JSON.stringify(options) },
  })
  const { tenantId, userId } = person
  await waitForJob(server().services, { tenantId, userId, jobId: queueId }, new AbortController().signal)
  return person.client.call(getDmlRun, { params: { run: run.id } })
}

async function textOf(person: SignedIn, file: string | null): Promise<string> {
  const { blob } = await person.client.call(downloadDml, { params: { file: file ?? '' } })
  return blob.text()
}

async function scriptsOf(person: SignedIn, { downloadFileName }: DmlRun): Promise<Map<string, string>> {
  const { blob } = await person.client.call(downloadDml, { params: { file: downloadFileName ?? '' } })
  const zip = await yauzl.fromBufferPromise(Buffer.from(await blob.arrayBuffer()), { lazyEntries: true })
  const texts = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    texts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'))
  }
  return texts
}

const counts = ({ tables: [first] }: DmlRun): Partial<DmlTableCounts> | undefined => first

describe('data loads', () => {
  it('write scripts of a master, then only what changed since, with what undoes them', async () => {
    const author = await newAuthor(server())
    const { client } = author
    const { documentId } = await addMaster(author, masterWorkbook(), published)
    const params = { product: 'master-reference', engine: documentId }
    const described = await client.call(describeTables, { params, query: {} })
    expect(described.tables).toMatchObject([
      {
        source: 'Xref_Rates',
        kind: 'reference',
        rowCount: 3,
        key: ['Plan'],
        columns: [
          { name: 'Plan', type: 'text', nullable: false },
          { name: 'Valid from', type: 'date' },
          { name: 'Rate', type: 'decimal', scale: 2 },
        ],
      },
    ])
    const first = await loaded(author, params, { options: { createTables: true } })
    expect(first).toMatchObject({ status: 'Success', progress: 100, smartLevel: 0 })
    expect(counts(first)).toMatchObject({ rows: 3, inserted: 3, upserted: 0, deleted: 0 })
    const scripts = await scriptsOf(author, first)
    expect([...scripts.keys()]).toEqual([
      'manifest.json',
      'log.txt',
      '00_create_tables.sql',
      '01_Rates.sql',
      'rollback.sql',
    ])
    expect(scripts.get('01_Rates.sql')).toContain(`('Plus', DATE '2026-01-01', 0.02)`)
    expect(scripts.get('rollback.sql')).toContain('DROP TABLE "Rates";')
    expect(JSON.parse(scripts.get('manifest.json') ?? '')).toMatchObject({
      dialect: 'postgres',
      scripts: ['00_create_tables.sql', '01_Rates.sql'],
    })
    expect(await textOf(author, first.logFileName)).toContain('3 rows, 3 inserted')
    expect(await client.call(getJob, { params: { job: first.queueId } })).toMatchObject({
      status: 'Success',
      data: { output: { downloadFileName: first.downloadFileName, logFileName: first.logFileName } },
    })

    const nothing = await loaded(author, params, { smartLevel: '2' })
    expect(counts(nothing)).toMatchObject({ upserted: 0, deleted: 0, unchanged: 3 })
    expect(nothing.comparedWith).toBe(first.id)

    await client.call(writeRange, {
      body: {
        documentId,
        range: 'Rates',
        update: [{ key: { Plan: 'Plus' }, values: { Rate: 0.05 } }],
        delete: [{ key: { Plan: 'Top' } }],
        insert: [{ values: { Plan: "Fam'ly", 'Valid from': '2026-07-01', Rate: 0.04 } }],
      },
    })
    await client.call(publishMasterReference, { body: { documentId } })
    const changed = await loaded(author, params, { smartLevel: '2' })
    expect(counts(changed)).toMatchObject({ rows: 3, upserted: 2, deleted: 1, unchanged: 1 })
    const after = await scriptsOf(author, changed)
    expect(after.get('01_Rates.sql')).toContain(`'Fam''ly'`)
    expect(after.get('01_Rates.sql')).not.toContain(`'Basic'`)
    expect(after.get('rollback.sql')).toContain(`('Plus', DATE '2026-01-01', 0.02)`)
    // This kind of database has not been loaded yet.
    expect(counts(await loaded(author, params, { smartLevel: '2', dialect: 'oracle' }))).toMatchObject({ upserted: 3 })
    const { items, count } = await client.call(listDmlRuns, {
      body: { search: [{ field: 'dialect', value: 'oracle' }] },
    })
    expect([items.length, count]).toEqual([1, 1])
  })

  it('say what does not fit: a type, a key, an error, or a name that is none', async () => {
    const author = await newAuthor(server())
    const { client } = author
    const rows = [...rates, ['Basic', 46_023, 0.5] as const]
    const { documentId } = await addMaster(author, masterWorkbook(rows), published)
    const params = { product: 'master-reference', engine: documentId }
    const [table] = (await client.call(describeTables, { params, query: {} })).tables
    expect(table?.key).toEqual(['Plan', 'Valid from', 'Rate'])
    const { source = '', name = '', columns = [] } = table ?? {}
    const twice = await loaded(author, params, { options: { tables: [{ source, name, columns, key: ['Plan'] }] } })
    expect(twice.status).toBe('Fail')
    expect(twice.failureReason).toContain('row 4: its key (Plan) is that of row 1')
    expect(twice.downloadFileName).toBeNull()
    expect(await textOf(author, twice.logFileName)).toContain('No scripts were written')

    const numbers = columns.map((column) => (column.name === 'Plan' ? { ...column, type: 'integer' as const } : column))
    const preview = await client.call(previewDml, {
      params: { ...params, dialect: 'mysql' },
      body: { options: { tables: [{ source, name, columns: numbers, key: [] }] } },
    })
    expect(preview.problems[0]).toBe('Xref_Rates, row 1, Plan: "Basic" is no number')
    const shown = await client.call(previewDml, { params: { ...params, dialect: 'mysql' }, body: { smartLevel: 1 } })
    expect(shown.tables[0]?.sql).toContain('ON DUPLICATE KEY UPDATE')
    expect(shown.problems).toEqual([])

    const wrong = (options: unknown, smartLevel: '0' | '1' = '0') =>
      codeOf(
        client.call(generateDml, {
          params: { ...params, dialect: 'mssql' },
          body: { smartLevel, options: JSON.stringify(options) },
        }),
      )
    expect(await wrong({ tables: [{ source, name, columns, key: ['Nothing'] }] })).toBe('INVALID_INPUT')
    expect(await wrong({ tables: [{ source, name, columns, key: [] }] }, '1')).toBe('INVALID_INPUT')
    expect(
      (await loaded(author, params, { options: { tables: [{ source: 'None', name, columns, key: [] }] } })).status,
    ).toBe('Fail')
    expect(await codeOf(client.call(downloadDml, { params: { file: '../secret' } }))).toBe('FILE_NOT_FOUND')
    expect(
      await codeOf(client.call(describeTables, { params: { product: 'master-reference', engine: 'None' }, query: {} })),
    ).toBe('MASTER_REFERENCE_NOT_FOUND')
  })

  it('take the tables of an engine, and belong to who asked for them', async () => {
    const { person: author, engine } = await premiumTester(server())
    const params = { product: engine.productId, engine: engine.engineId }
    expect((await author.client.call(describeTables, { params, query: {} })).tables).toEqual([])
    const none = await loaded(author, params)
    expect(none).toMatchObject({ status: 'Fail', failureReason: expect.stringContaining('has no tables') as string })
    const other = await server().signIn({ groups: ['user:pf'] })
    expect(await codeOf(other.client.call(getDmlRun, { params: { run: none.id } }))).toBe('DML_RUN_NOT_FOUND')
    expect(await codeOf(other.client.call(describeTables, { params, query: {} }))).toBe('ENGINE_NOT_FOUND')
  })
})
