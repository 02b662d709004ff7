import type { BodyOf } from '@sheetwright/contract/call.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { diffVersions } from '@sheetwright/contract/look-inside/diff-versions.ts'
import { downloadNamed } from '@sheetwright/contract/look-inside/download-named.ts'
import { explainCell } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { getBook } from '@sheetwright/contract/look-inside/get-book.ts'
import { getCells } from '@sheetwright/contract/look-inside/get-cells.ts'
import { lintVersion } from '@sheetwright/contract/look-inside/lint-version.ts'
import { runWhatIf } from '@sheetwright/contract/look-inside/run-what-if.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { describe, expect, it } from 'vitest'
import { type Content, workbookFile } from '../../demo/workbook-file.ts'
import { codeOf } from '../engines/code-of.ts'
import { newAuthor, premiumWorkbook, upload, useEngineServer, withNewRates } from '../engines/engine-server.ts'
import { publishedEngine } from '../support/published-engine.ts'

const server = useEngineServer()

/** A column of surcharges beside the premium. */
function surcharges(formula: (row: number) => string): Record<string, Content> {
  return Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      [`D${i + 1}`, i + 1] as const,
      [`E${i + 1}`, { formula: formula(i + 1), saved: 0 }] as const,
    ]).flat(),
  )
}

describe('two versions', () => {
  it('are compared: interface, outputs on the defaults, formulas once for a column, constants', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    await upload(author, premiumWorkbook({ cells: surcharges((row) => `=D${row}*2`) }), { data: { publish: true } })
    const later = premiumWorkbook({
      rate: 0.02,
      cells: { ...surcharges((row) => `=D${row}*3`), D7: 70, B5: { formula: '=B4*12', saved: 2400 } },
      names: [
        { name: 'Xoutput_Yearly', refersTo: 'Premium!$B$5' },
        { name: 'Xreport_Quote', refersTo: 'Premium!$A$1:$B$5' },
      ],
    })
    await upload(author, later, { data: { publish: true, releaseNote: 'Rates', acknowledge: withNewRates } })
    const diff = (version: string, against: string) =>
      client.call(diffVersions, { params: { product, engine: 'premium', version, against } })
    const changed = await diff('2.0.0', '1.0.0')
    expect(changed).toMatchObject({
      before: { revision: '1.0.0' },
      after: { revision: '2.0.0' },
      interface: [{ kind: 'output', name: 'Yearly', change: 'added' }],
      outputs: [
        { name: 'Premium', before: 100, after: 200, afterOnEarlierDefaults: 200, isChanged: true },
        { name: 'Yearly', after: 2400 },
      ],
      failures: [],
      sheets: [{ name: 'Premium', change: 'changed' }],
    })
    const formulas = changed.changes.filter(({ kind }) => kind === 'formula')
    expect(formulas).toMatchObject([
      { range: 'E1:E40', cells: 40, before: { formula: '=D1*2' }, after: { formula: '=D1*3' } },
    ])
    const constants = changed.changes.filter(({ kind }) => kind === 'constant').flatMap(({ values }) => values ?? [])
    expect(constants).toContainEqual({ cell: 'B3', before: 0.01, after: 0.02 })
    expect(constants).toContainEqual({ cell: 'D7', before: 7, after: 70 })
    expect(changed).toMatchObject({ furtherParts: ['reports'], isSameFile: false })
    expect(await diff('2.0.0', '2.0.0')).toMatchObject({
      interface: [],
      changes: [],
      changedCells: 0,
      furtherParts: [],
      isSameFile: true,
    })
    expect(await codeOf(diff('2.0.0', '9.0.0'))).toBe('ENGINE_VERSION_NOT_FOUND')

    // What the author gave a version is part of it too.
    const draft = await upload(author, later)
    await client.call(updateEngine, {
      params: { product, engine: 'premium' },
      body: { Version: draft.versionId, BookProperties: { Owner: 'Pricing' } },
    })
    expect(await diff(draft.versionId, '2.0.0')).toMatchObject({ furtherParts: ['properties'], isSameFile: true })
  })
})

describe('lint', () => {
  it('finds what was planted, says what to do in both languages, and gives the engine a score', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    const cells = { ...surcharges((row) => `=D${row}*2`), E9: { formula: '=D9*2.75', saved: 24.75 }, E20: 41 }
    await upload(author, premiumWorkbook({ cells }))
    const params = { product, engine: 'premium', version: '1.0.0' }
    const report = await client.call(lintVersion, { params })
    const found = report.findings.map(({ code, cell }) => `${code} ${cell}`)
    expect(found).toEqual([
      'CONSTANT_AMONG_FORMULAS Premium!E20',
      'PATTERN_BROKEN Premium!E9',
      'HARD_CODED_NUMBER Premium!B4',
      'HARD_CODED_NUMBER Premium!E9',
    ])
    expect(report.kinds.map(({ code, severity }) => [code, severity])).toEqual([
      ['CONSTANT_AMONG_FORMULAS', 'high'],
      ['PATTERN_BROKEN', 'high'],
      ['HARD_CODED_NUMBER', 'low'],
    ])
    expect(report.kinds[1]).toMatchObject({ en: { title: 'Formula differs from its neighbours' } })
    expect(report.kinds[1]?.ja.advice).toMatch(/数式/)
    const { version } = await client.call(getEngine, { params: { product, engine: 'premium' } })
    expect(version.lintScore).toBe(report.score)
    expect(report.score).toBeLessThan(100)
  })

  it('notes the score of a version that was built without one', async () => {
    const author = await newAuthor(server())
    const { client } = author
    const workbook = await workbookFile(premiumWorkbook())
    const { productId: product, engineId: engine } = await publishedEngine(server(), author, workbook)
    const scoreOf = async () => (await client.call(getEngine, { params: { product, engine } })).version.lintScore
    expect(await scoreOf()).toBeNull()
    const { score } = await client.call(lintVersion, { params: { product, engine, version: '1.0.0' } })
    expect(await scoreOf()).toBe(score)
  })
})

describe('what-if', () => {
  it('sweeps inputs, ranks them, solves for a target and compares scenarios, and refuses names that are not there', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    await upload(author, premiumWorkbook())
    const params = { product, engine: 'premium', version: '1.0.0' }
    const ask = (body: BodyOf<typeof runWhatIf>) => client.call(runWhatIf, { params, body })
    const sweep = await ask({
      kind: 'sweep',
      inputs: {},
      vary: [
        { input: 'Age', values: [20, 40, 'old'] },
        { input: 'Sum', values: [1000, 2000] },
      ],
      outputs: ['Premium'],
    })
    if (sweep.kind !== 'sweep') throw new Error('Another kind was answered')
    expect(sweep.rows.slice(0, 4).map(({ values, outputs }) => [...values, outputs?.['Premium']])).toEqual([
      [20, 1000, 20],
      [20, 2000, 40],
      [40, 1000, 10],
      [40, 2000, 20],
    ])
    expect(sweep.rows[4]).toMatchObject({ outputs: null, error: expect.stringContaining('old') })

    expect(await ask({ kind: 'tornado', inputs: { Sum: 5000 }, output: 'premium', change: 0.1 })).toMatchObject({
      base: 50,
      bars: [
        { input: 'Sum', low: 4500, high: 5500, atLow: 45, atHigh: 55 },
        { input: 'Age', atLow: 50, atHigh: 50 },
      ],
      skipped: [],
    })
    const solve = { kind: 'solve', inputs: {}, input: 'Sum', output: 'Premium', from: 0, to: 100_000 } as const
    const solved = await ask({ ...solve, target: 123.456 })
    if (solved.kind !== 'solve') throw new Error('Another kind was answered')
    expect(solved.found).toBe(12_345.6)
    expect(await ask({ ...solve, target: -5 })).toMatchObject({ found: null })
    expect(
      await ask({
        kind: 'scenarios',
        outputs: [],
        scenarios: [
          { name: 'Young', inputs: { Age: 20 } },
          { name: 'Base', inputs: {} },
        ],
      }),
    ).toMatchObject({
      rows: [
        { name: 'Young', outputs: { Premium: 200 } },
        { name: 'Base', outputs: { Premium: 100 } },
      ],
    })
    expect(await codeOf(ask({ ...solve, input: 'Nothing', target: 1 }))).toBe('INVALID_INPUT')
    expect(await codeOf(ask({ ...solve, from: 5, to: 5, target: 1 }))).toBe('INVALID_INPUT')
    expect(await codeOf(ask({ kind: 'tornado', inputs: {}, output: 'No', change: 0.1 }))).toBe('INVALID_INPUT')
  })
})

describe('values of a run', () => {
  it('are not those of the defaults where the inputs are refused', async () => {
    const author = await newAuthor(server())
    const { client, product } = author
    await upload(author, premiumWorkbook())
    const params = { product, engine: 'premium', version: '1.0.0' }
    const run = { inputs: { Age: 'old' } }
    expect(await codeOf(client.call(explainCell, { params, body: { cell: 'Premium!B4', run } }))).toBe('INVALID_INPUT')
    const body = { sheet: 'Premium', range: 'A1:B4', run }
    expect(await codeOf(client.call(getCells, { params, body }))).toBe('INVALID_INPUT')
  })
})

it('refuses those who may only view an engine whose workbook must not leave', async () => {
  const author = await newAuthor(server())
  const { product } = author
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  const viewer = await server().signIn({ tenant: author })
  await author.client.call(setEntityPermissions, {
    params: { entityType: 'product', entityId: product },
    body: { principals: [{ principal: { type: 'user', id: viewer.userId }, level: 'view' }] },
  })
  const params = { product, engine: 'premium', version: '1.0.0' }
  const looks = [
    () => viewer.client.call(getBook, { params }),
    () => viewer.client.call(getCells, { params, body: { sheet: 'Premium', range: 'A1:B4' } }),
    () => viewer.client.call(explainCell, { params, body: { cell: 'Premium!B4' } }),
    () => viewer.client.call(lintVersion, { params }),
    () => viewer.client.call(downloadNamed, { params }),
    () => viewer.client.call(diffVersions, { params: { ...params, against: '1.0.0' } }),
    () =>
      viewer.client.call(runWhatIf, {
        params,
        body: { kind: 'tornado', inputs: {}, output: 'Premium', change: 0.1 },
      }),
  ]
  for (const look of looks) expect(await codeOf(look())).toBe('PERMISSION_DENIED')
  await author.client.call(updateEngine, { params: { product, engine: 'premium' }, body: { mayLeave: true } })
  for (const look of looks) await look()
})
