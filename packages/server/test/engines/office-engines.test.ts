import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { iterateVersion } from '@sheetwright/contract/engines/iterate-version.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { describe, expect, it } from 'vitest'
import { buildWorkbook } from '../../../compiler/test/workbook-builder.ts'
import { openOffice } from '../../src/platform/office/office.ts'
import { everyKindWorkbook } from '../execution/spreadsheet-workbooks.ts'
import { newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'

const { isInstalled } = await openOffice('auto')

describe('where LibreOffice is not installed', () => {
  const server = useEngineServer()

  it('Type3 can be chosen neither at upload nor later, and the reason is told', async () => {
    const author = await newAuthor(server())
    const refusal = { code: 'ENGINE_TYPE_NOT_AVAILABLE', message: expect.stringContaining('LibreOffice') }
    await expect(upload(author, premiumWorkbook(), { data: { engineType: 'Type3' } })).rejects.toMatchObject(refusal)
    const { engineId } = await upload(author, premiumWorkbook())
    const params = { product: author.product, engine: engineId }
    const change = author.client.call(updateEngine, { params, body: { engineType: 'Type3' } })
    await expect(change).rejects.toMatchObject(refusal)
    expect(await author.client.call(getEngine, { params })).toMatchObject({ engineType: 'Type1' })
  })
})

describe.runIf(isInstalled)('where LibreOffice is installed', () => {
  const server = useEngineServer({ SHEETWRIGHT_LIBREOFFICE: 'auto' })

  it('proves what it is going to compute', async () => {
    const author = await newAuthor(server())
    const acknowledge = { codes: ['PROOF_DIFFERS'], reason: 'The saved value is wrong on purpose' }
    const data = { engineType: 'Type3', publish: true, acknowledge }
    const { parity, engineId } = await upload(author, premiumWorkbook({ savedPremium: 99 }), { data })
    expect(parity).toMatchObject({ computedBy: 'LibreOffice', verdict: 'different', compared: 1 })
    const params = { product: author.product, engine: engineId }
    const report = await author.client.call(getParity, { params: { ...params, version: '1.0.0' } })
    expect(report.parity.differences).toMatchObject([{ cell: 'Premium!B4', excel: 99, ours: 100 }])
    const answer = await author.client.call(executeEngine, { params, body: { request_data: { inputs: {} } } })
    expect(answer.xOutput).toEqual({ Premium: 100 })
  })

  it('refuses an iteration setting, which it does not take', async () => {
    const author = await newAuthor(server())
    const iteration = { count: 100, tolerance: 0.001 }
    const refusal = { code: 'INVALID_INPUT', message: expect.stringContaining('LibreOffice computes this engine') }
    const data = { engineType: 'Type3', iteration }
    await expect(upload(author, premiumWorkbook(), { data })).rejects.toMatchObject(refusal)
    const { engineId } = await upload(author, premiumWorkbook(), { data: { engineType: 'Type3' } })
    const params = { product: author.product, engine: engineId, version: '1.0.0' }
    await expect(author.client.call(iterateVersion, { params, body: { iteration } })).rejects.toMatchObject(refusal)
  })

  it('every kind of value equals what Excel saved', async () => {
    const author = await newAuthor(server())
    const workbook = Buffer.from(await buildWorkbook(everyKindWorkbook()))
    const { parity } = await upload(author, workbook, { data: { engineType: 'Type3' } })
    expect(parity).toMatchObject({ computedBy: 'LibreOffice', verdict: 'equal', formulaCells: 19, equal: 19 })
  })

  it('an engine can become one that it computes, and another one again', async () => {
    const author = await newAuthor(server())
    const { engineId } = await upload(author, premiumWorkbook(), { data: { publish: true } })
    const params = { product: author.product, engine: engineId }
    const answers: unknown[] = []
    for (const engineType of ['Type1', 'Type3', 'Type2'] as const) {
      await author.client.call(updateEngine, { params, body: { engineType } })
      const { xOutput } = await author.client.call(executeEngine, {
        params,
        body: { request_data: { inputs: { Age: 20 } } },
      })
      answers.push(xOutput)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('a workbook that it cannot compute is refused with the cell', async () => {
    const author = await newAuthor(server())
    const cells = { B4: { formula: '=IFERROR(MYFUNCTION(B1),0)+100', saved: 100 } }
    const refused = upload(author, premiumWorkbook({ cells }), { data: { engineType: 'Type3' } })
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_ENGINE_CONFIGURATION',
      message: expect.stringContaining('Premium!B4'),
    })
  })
})
