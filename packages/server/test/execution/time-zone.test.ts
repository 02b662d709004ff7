import { getCalculatorProgram } from '@sheetwright/contract/calculators/get-calculator-program.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { explainCell } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { serialOfMoment } from '@sheetwright/runtime/dates/serial.ts'
import { expect, it } from 'vitest'
import type { WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

function clockWorkbook(timeZone: string): WorkbookSpec {
  return {
    customProperties: { timezone: timeZone },
    sheets: [{ name: 'S', cells: { A1: { formula: 'NOW()' }, A2: { formula: 'ROUND(A1*24,6)' } } }],
    names: [{ name: 'Xoutput_Hours', text: 'S!$A$2' }],
  }
}

const hoursInUtc = () => serialOfMoment(Date.now(), false) * 24

it.each([
  ['UTC', 0],
  ['Asia/Tokyo', 9],
  ['Pacific/Kiritimati', 14],
])('computes and explains with the clock of %s, which its workbook asks for', async (timeZone, ahead) => {
  const person = await server().signIn()
  const {
    productId: product,
    engineId: engine,
    versionId,
  } = await publishedEngine(server(), person, clockWorkbook(timeZone))
  const before = hoursInUtc()
  const { xOutput } = await person.client.call(executeEngine, {
    params: { product, engine },
    body: { request_data: { inputs: {} } },
  })
  const after = hoursInUtc()
  const hours = Number(xOutput['Hours']) - ahead
  expect(hours).toBeGreaterThan(before - 1e-5)
  expect(hours).toBeLessThan(after + 1e-5)
  // An inspected run keeps the full hour.
  const { value } = await person.client.call(explainCell, {
    params: { product, engine, version: versionId },
    body: { cell: 'S!A2', run: { inputs: {} } },
  })
  expect(Math.abs(Number(value) - ahead - before)).toBeLessThan(1.001)
  const params = { product, engine }
  await person.client.call(updateEngine, { params, body: { mayLeave: true } })
  const program = await person.client.call(getCalculatorProgram, { params, body: { versionId } })
  expect(program.timeZone).toBe(timeZone)
})
