import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { downloadMappingSheet } from '@sheetwright/contract/ingenium/download-mapping-sheet.ts'
import { readMappingSheet } from '@sheetwright/contract/ingenium/read-mapping-sheet.ts'
import { downloadPolicies } from '@sheetwright/contract/ingenium/download-policies.ts'
import { getLogs } from '@sheetwright/contract/ingenium/get-logs.ts'
import { getMapping } from '@sheetwright/contract/ingenium/get-mapping.ts'
import { getRunStatus } from '@sheetwright/contract/ingenium/get-run-status.ts'
import { listMappings } from '@sheetwright/contract/ingenium/list-mappings.ts'
import { listPolicyRuns } from '@sheetwright/contract/ingenium/list-policy-runs.ts'
import { previewMapping } from '@sheetwright/contract/ingenium/preview-mapping.ts'
import { runPolicies } from '@sheetwright/contract/ingenium/run-policies.ts'
import { saveMapping } from '@sheetwright/contract/ingenium/save-mapping.ts'
import { policyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { mappingSheets } from '../../src/features/ingenium/sheet/mapping-columns.ts'
import { sheetsFile } from '../../src/platform/workbook/sheets-file.ts'
import { codeOf } from '../engines/code-of.ts'
import { useEngineServer } from '../engines/engine-server.ts'
import type { SignedIn } from '../support/test-server.ts'
import { finished, premiumTester } from '../test-beds/support.ts'

const server = useEngineServer()

const mapping: PolicyMapping = policyMapping.parse({
  extract: {
    format: 'csv',
    encoding: 'shift_jis',
    delimiter: ';',
    fields: [{ name: '証券番号' }, { name: 'AGE' }, { name: 'SUM' }, { name: 'TYPE' }],
  },
  inputs: [
    { input: 'Age', from: { kind: 'constant', value: 20 }, when: [{ field: 'AGE', is: 'blank' }] },
    { input: 'Age', from: { kind: 'field', name: 'AGE' }, conversions: ['number'] },
    { input: 'Sum', from: { kind: 'field', name: 'SUM' }, conversions: ['number'] },
  ],
  result: {
    format: 'fixed',
    encoding: 'cp930',
    recordLength: 40,
    fields: [
      { name: 'POLICY', start: 1, length: 20 },
      { name: 'PREMIUM', start: 21, length: 6, type: 'packed', decimals: 2 },
      { name: 'KIND', start: 31, length: 10 },
    ],
  },
  outputs: [
    { field: 'POLICY', from: { kind: 'field', name: '証券番号' } },
    { field: 'PREMIUM', from: { kind: 'output', name: 'Premium' }, decimals: 2 },
    { field: 'KIND', from: { kind: 'field', name: 'TYPE' }, codes: { A: 'ADULT', J: 'JUNIOR' } },
  ],
  recordKey: '証券番号',
})

/** The records are the same bytes in Shift-JIS as in ASCII; the heading is not. */
function extract(lines: readonly string[]): Blob {
  return new Blob([new Uint8Array(sjisHeading), `;AGE;SUM;TYPE\r\n${lines.join('\r\n')}\r\n`])
}

/** 証券番号 */
const sjisHeading = Buffer.from('8fd88c9494d48d86', 'hex')

const lines = ['P1;20;1000;A', 'P2;40;1000;J', 'P3;;1000;A', 'P4;old;1000;A', 'P5;30;1000;X', 'P6;30;1000']

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('It was not refused')
  return error
}

async function ran(person: SignedIn, mappingId: string, content: Blob, fileName = 'policies.csv') {
  const { taskQueueId, run } = await person.client.call(runPolicies, {
    body: { mappingId },
    files: { file: { content, fileName } },
  })
  await finished(server(), person, taskQueueId)
  return person.client.call(getRunStatus, { params: { run: run.id } })
}

describe('policy runs', () => {
  it('map, compute and write every record, and say why others are rejected', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const { engineId } = engine
    const preview = await client.call(previewMapping, {
      body: { engineId, mapping: JSON.stringify(mapping) },
      files: { file: { content: extract(lines), fileName: 'policies.csv' } },
    })
    expect(preview.problem).toBeNull()
    expect(preview.records.map(({ rejected }) => rejected)).toEqual([
      null,
      null,
      null,
      'Age: "old" is no number',
      'KIND: "X" is not in the code list',
      'The record has 3 fields instead of 4',
    ])
    expect(preview.records[0]).toMatchObject({
      line: 2,
      fields: { 証券番号: 'P1', AGE: '20' },
      inputs: { Age: 20, Sum: 1000 },
      outputs: { Premium: 20 },
      result: { POLICY: 'P1', PREMIUM: '20.00', KIND: 'ADULT' },
    })

    const saved = await client.call(saveMapping, { body: { engineId, name: 'Nightly', mapping } })
    expect(saved).toMatchObject({ name: 'Nightly', number: 1, versions: 1 })
    const next = await client.call(saveMapping, { body: { id: saved.id, note: 'Again', mapping } })
    expect(next).toMatchObject({ number: 2, versions: 2, note: 'Again' })
    expect((await client.call(getMapping, { params: { mapping: saved.id }, query: { number: '1' } })).number).toBe(1)
    expect((await client.call(listMappings, { body: {} })).items).toMatchObject([{ id: saved.id, number: 2 }])

    const run = await ran(person, saved.id, extract(lines))
    expect(run).toMatchObject({
      taskQueue: { status: 'Success', progress: 100 },
      read: 6,
      written: 3,
      rejected: 3,
      hasFiles: true,
      mappingNumber: 2,
    })
    const file = async (part: 'result' | 'rejects' | 'log') =>
      Buffer.from(await (await client.call(downloadPolicies, { params: { run: run.id, part } })).blob.arrayBuffer())
    const result = await file('result')
    expect(result.length).toBe(3 * 40)
    expect(result.subarray(0, 2).toString('hex')).toBe('d7f1')
    expect(result.subarray(20, 26).toString('hex')).toBe('00000002000c')
    expect((await file('rejects')).toString('utf8').split('\n').slice(0, 2)).toEqual([
      'Record,Line,Reason,Content',
      '4,5,"Age: ""old"" is no number",P4;old;1000;A',
    ])
    const asked = { run: run.id, status: 'rejected' as const, pageSize: 2, page: 2, search: '' }
    expect(await client.call(getLogs, { body: asked })).toMatchObject({
      logRequest: asked,
      total: 3,
      totalPages: 2,
      ingeniumLogs: [{ record: 6, line: 7, key: 'P6', status: 'rejected' }],
    })
    expect(await client.call(getLogs, { body: { run: run.id, search: 'p2' } })).toMatchObject({
      total: 1,
      ingeniumLogs: [{ record: 2, status: 'written' }],
    })
    expect((await client.call(listPolicyRuns, { body: {} })).count).toBe(1)
    expect((await file('log')).toString('utf8').trim().split('\n')).toHaveLength(6)
  })

  it('take their mapping from a workbook, version by version, and say by sheet and row what is wrong with one', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const wide = policyMapping.parse({
      ...mapping,
      extract: {
        format: 'xml',
        record: 'policy',
        fields: mapping.extract.fields.map(({ name }, i) => ({ name, element: `f${i}` })),
      },
      inputs: [
        ...mapping.inputs,
        { input: 'Sum', from: { kind: 'constant', value: true }, conversions: ['trim', 'number'] },
      ],
      outputs: [
        { field: 'POLICY', from: { kind: 'constant', value: '007' }, codes: { '007': 7, x: true }, otherCodes: 'keep' },
        { field: 'KIND', from: { kind: 'constant', value: null }, when: [{ field: 'AGE', is: 'greater', value: '1' }] },
      ],
    })
    const { id } = await client.call(saveMapping, { body: { engineId: engine.engineId, name: 'Sheets', mapping } })
    await client.call(saveMapping, { body: { id, mapping: wide } })
    const sheet = (number: number) => client.call(downloadMappingSheet, { params: { mapping: id }, query: { number } })
    const read = (content: Blob) =>
      client.call(readMappingSheet, { body: {}, files: { file: { content, fileName: 'mapping.xlsx' } } })
    const { blob, fileName } = await sheet(1)
    expect(fileName).toBe('Sheets 1.xlsx')
    expect((await read(blob)).mapping).toEqual(mapping)
    const { mapping: second } = await read((await sheet(2)).blob)
    expect(second).toEqual(wide)
    expect(await client.call(saveMapping, { body: { id, mapping: second } })).toMatchObject({ number: 3, versions: 3 })

    const cells = (sheets: Record<string, (string | number | null)[][]>) =>
      buffer(sheetsFile(Object.entries(sheets).map(([name, rows]) => ({ name, rows }))))
    const wrong = async (sheets: Parameters<typeof cells>[0]) => {
      const { code, fieldErrors } = await refusal(read(new Blob([Uint8Array.from(await cells(sheets))])))
      return [code, ...fieldErrors.map(({ field, message }) => `${field}: ${message}`)]
    }
    const columns = Object.fromEntries(Object.entries(mappingSheets).map(([name, headings]) => [name, [[...headings]]]))
    expect(await wrong({ Notes: [['x']] })).toEqual([
      'INVALID_POLICY_MAPPING',
      ...['Settings', 'Fields', 'Inputs', 'Outputs'].map((name) => `${name}: is missing`),
    ])
    expect(
      await wrong({
        ...columns,
        Fields: [...(columns['Fields'] ?? []), ['other', 'A']],
        Inputs: [...(columns['Inputs'] ?? []), ['Age', 'field', 'AGE', null, 'Nowhere']],
      }),
    ).toEqual([
      'INVALID_POLICY_MAPPING',
      'Fields, row 2: has another layout',
      'Inputs, row 2: names no list of the sheet Codes: Nowhere',
    ])
    const layouts = [
      ['extract', 'format', 'csv'],
      ['result', 'format', 'csv'],
    ]
    const fields = [
      ['extract', 'AGE'],
      ['result', 'OUT'],
    ]
    const faults = await wrong({
      ...columns,
      Settings: [...(columns['Settings'] ?? []), ...layouts],
      Fields: [...(columns['Fields'] ?? []), ...fields],
      Inputs: [...(columns['Inputs'] ?? []), ['Age', 'field', 'YEARS', 'halve']],
      Outputs: [...(columns['Outputs'] ?? []), ['OUT', 'output', 'Premium']],
    })
    expect(faults[0]).toBe('INVALID_POLICY_MAPPING')
    expect(faults.slice(1).join('; ')).toMatch(/^Inputs, row 2: conversions\.0/)
    expect((await refusal(read(new Blob(['no workbook'])))).fieldErrors[0]?.field).toBe('body.file')
  })

  it('refuse what cannot be right, and keep to who asked for them', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const wrong = { ...mapping, inputs: [{ ...mapping.inputs[0], input: 'Nothing' }] } as PolicyMapping
    const save = (changed: PolicyMapping, name = 'M') =>
      client.call(saveMapping, { body: { engineId: engine.engineId, name, mapping: changed } })
    expect((await refusal(save(wrong))).fieldErrors[0]).toMatchObject({
      field: 'body.mapping.inputs.0.input',
      allowed: 'Age, Sum',
    })
    const unknown = { ...mapping, recordKey: 'NOTHING' }
    expect((await refusal(save(unknown))).fieldErrors[0]?.message).toBe('is no field of the extract')
    const saved = await save(mapping)
    expect(await codeOf(save(mapping, 'm'))).toBe('POLICY_MAPPING_ALREADY_EXISTS')
    const other = await ran(person, saved.id, new Blob(['a;b\n1;2\n']))
    expect(other).toMatchObject({ taskQueue: { status: 'FAILED', progress: 100 }, read: 0 })
    expect(other.failureReason).toContain('has no field 証券番号')
    const stranger = await server().signIn({ groups: ['user:pf'] })
    expect(await codeOf(stranger.client.call(getRunStatus, { params: { run: other.id } }))).toBe('POLICY_RUN_NOT_FOUND')
    expect(await codeOf(stranger.client.call(getMapping, { params: { mapping: saved.id }, query: {} }))).toBe(
      'POLICY_MAPPING_NOT_FOUND',
    )
  })
})
