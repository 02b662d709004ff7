import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { downloadOutputFile } from '@sheetwright/contract/execution/download-output-file.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { describe, expect, it } from 'vitest'
import type { WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'
import { updateVersion, type VersionChanges } from '../../src/features/engines/engine-version.store.ts'
import { type PublishedEngine, publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

/** Parses an amount in its locale; a part of the result is constant and known at compile time. */
function amountWorkbook(): WorkbookSpec {
  return {
    sheets: [
      {
        name: 'Calc',
        cells: {
          B1: '1,500',
          B2: { formula: 'VALUE("2,500")', value: 2.5 },
          B3: { formula: 'VALUE(B1)+B2', value: 4 },
        },
      },
      { name: 'Properties', cells: { A1: 'Locale', B1: 'de-DE' } },
    ],
    names: [
      { name: 'Xinput_Amount', text: 'Calc!$B$1' },
      { name: 'Xoutput_Total', text: 'Calc!$B$3' },
    ],
  }
}

function addressOf({ productId, engineId }: PublishedEngine) {
  return { product: productId, engine: engineId }
}

async function change({ tenantId }: SignedIn, { engineId, versionId }: PublishedEngine, changes: VersionChanges) {
  const { db, events } = server().services
  await db.inTenant(tenantId, async (tx) => {
    await updateVersion(tx, versionId, changes)
    await events.publish(tx, { type: 'engine.changed', id: engineId })
  })
}

describe('the locale of an engine', () => {
  it('is that of the workbook, in answers and in files alike, unless its author asks for another', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, amountWorkbook())
    const params = addressOf(engine)
    const body = { request_data: { inputs: { Amount: '1,500' } } }
    const total = async () => (await person.client.call(executeEngine, { params, body })).xOutput['Total']
    const inFile = async () => {
      const { url } = await person.client.call(downloadOutput, { params, body })
      const output = url.split('/').at(-1) as string
      const { blob } = await person.client.call(downloadOutputFile, { params: { ...params, output } })
      const { workbook } = await readWorkbook(new Uint8Array(await blob.arrayBuffer()))
      return workbook?.sheets[0]?.cells.get(2, 1)
    }
    expect(await total()).toBe(4)
    expect(await inFile()).toMatchObject({ saved: 4 })

    await change(person, engine, { properties: { locale: 'en-US' } })
    expect(await total()).toBe(4000)
    expect(await inFile()).toMatchObject({ saved: 4000 })
  })
})

describe('files of inputs that cannot be taken', () => {
  it('are not made', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, {
      sheets: [{ name: 'Calc', cells: { B1: 20, B2: { formula: 'B1*2', value: 40 } } }],
      names: [
        { name: 'Xinput_Age', text: 'Calc!$B$1' },
        { name: 'Xoutput_Double', text: 'Calc!$B$2' },
      ],
    })
    const body = { request_data: { inputs: { Age: 'old' } } }
    await expect(person.client.call(downloadOutput, { params: addressOf(engine), body })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('Age') as unknown,
    })
  })
})

describe('names that an author gave', () => {
  it('hold for plain inputs and outputs, and the same everywhere', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, {
      sheets: [
        {
          name: 'Calc',
          cells: {
            B1: 20,
            B2: 30,
            B3: 'low',
            B5: { formula: 'B1*2', value: 40 },
            B6: { formula: 'B2*3', value: 90 },
          },
          validationsXml:
            '<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="B3"><formula1>IF($B$1&gt;1,$D$1:$D$2,$D$3)</formula1></dataValidation>',
        },
      ],
      names: [
        { name: 'Xinput_Age', text: 'Calc!$B$1' },
        { name: 'Xinput_Risk', text: 'Calc!$B$3' },
        { name: 'Xinput_short.Age', text: 'Calc!$B$2' },
        { name: 'Xoutput_Premium', text: 'Calc!$B$5' },
        { name: 'Xoutput_short.Premium', text: 'Calc!$B$6' },
      ],
    })
    const params = addressOf(engine)
    await change(person, engine, {
      portNames: {
        inputs: { Age: { name: 'driverAge', description: '' } },
        outputs: { Premium: { name: 'price', description: '' } },
      },
    })
    const execute = (inputs: Record<string, unknown>, meta = {}) =>
      person.client.call(executeEngine, {
        params,
        body: { request_data: { inputs }, request_meta: { validate: false, ...meta } },
      })
    const plain = await execute({ driverAge: 5, Risk: null })
    expect(plain).toMatchObject({ xOutput: { price: 10 }, xlInputs: { driverAge: 5 } })
    const short = await execute({ Age: 5 }, { service_category: 'short' })
    expect(short).toMatchObject({ xOutput: { Premium: 15 }, xlInputs: { Age: 5 }, engineWarnings: [] })

    const { interface: shown } = await person.client.call(getEngine, { params })
    expect(shown.inputs.map(({ name }) => name)).toEqual(['driverAge', 'Risk'])
    expect(shown.inputs[1]?.validation?.dependsOn).toEqual(['driverAge'])
    expect(shown.subservices[0]?.inputs.map(({ name }) => name)).toEqual(['Age'])
  })
})
