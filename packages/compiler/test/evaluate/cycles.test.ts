import type { Scalar } from '@sheetwright/runtime/values.ts'
import { expect, test } from 'vitest'
import { compiled } from '../support/compiled.ts'
import { evaluated } from '../support/evaluate.ts'

/** Two loans with interest on the closing balance: the values of the first were saved iterated, those of the second not. */
const twoLoans = {
  sheets: {
    S: { A1: 1000, A2: '=A3*0.1', A3: '=A1+A2', A4: '=A3*2', B2: '=B3*0.1', B3: '=A1+B2', B4: '=B3*2', C1: '=A1+1' },
  },
  saved: { 'S!A2': 1000 / 9, 'S!A3': 10_000 / 9, 'S!A4': 20_000 / 9, 'S!B2': 0, 'S!B3': 0, 'S!B4': 0, 'S!C1': 1001 },
}
const outputs = ['S!A2', 'S!A3', 'S!A4', 'S!B2', 'S!B3', 'S!B4', 'S!C1']

test('each cycle is iterated or an error for itself, in program and evaluator', () => {
  const workbook = compiled(twoLoans, ['S!A1'], outputs)
  for (const loan of [1000, 500]) {
    const results = workbook.run({ 'S!A1': loan })
    expect(results).toEqual(workbook.evaluate({ 'S!A1': loan }))
    expect(results['S!A3']).toBeCloseTo(loan / 0.9, 2)
    expect([results['S!B2'], results['S!B3'], results['S!B4']]).toEqual(Array(3).fill('#NUM! uncomputable'))
    expect(results['S!C1']).toBe(loan + 1)
  }
  const { delegated } = workbook.compiled.report
  expect(new Set(delegated.map(({ reason }) => reason))).toEqual(new Set(['cells that need their own value']))
  expect(delegated.reduce((sum, { cells }) => sum + cells, 0)).toBe(4)
})

test('zeros that follow from each other are iterated: Excel shows them with iteration and without', () => {
  const cells = { A1: 1, A2: '=A3', A3: '=A2*A1' }
  const workbook = compiled({ sheets: { S: cells }, saved: { 'S!A2': 0, 'S!A3': 0 } }, ['S!A1'], ['S!A2', 'S!A3'])
  expect(workbook.run({ 'S!A1': 3 })).toEqual({ 'S!A2': 0, 'S!A3': 0 })
  expect(workbook.evaluate({ 'S!A1': 3 })).toEqual({ 'S!A2': 0, 'S!A3': 0 })
})

test('a cycle that only an input closes is the same in program and evaluator', () => {
  const cells = { A1: 0, A2: '=IF(A1=1,A3,100)', A3: '=A2*0.5+10', A4: '=A3+1' }
  for (const saved of [{ 'S!A2': 100, 'S!A3': 60, 'S!A4': 61 }, { 'S!A2': 5, 'S!A3': 6, 'S!A4': 7 }, undefined]) {
    const workbook = compiled({ sheets: { S: cells }, ...(saved ? { saved } : {}) }, ['S!A1'], ['S!A2', 'S!A4'])
    for (const input of [0, 1, 0]) {
      expect(workbook.run({ 'S!A1': input })).toEqual(workbook.evaluate({ 'S!A1': input }))
    }
  }
})

test('which cell is asked for first changes no value of a cycle', () => {
  const cells = {
    A1: true,
    A2: true,
    B1: '=C1',
    B2: '=C2',
    C1: '=D1',
    C2: '=D2',
    'D1:D2': '{=IF(A1:A2,B1:B2,1)}',
    E1: '=B1+1',
    E2: '=B2+1',
  }
  const addresses = ['B1', 'B2', 'C1', 'C2', 'D1', 'D2', 'E1', 'E2']
  const valuesFrom = (first: string): Scalar[] => {
    const { at } = evaluated({ sheets: { S: cells } })
    at(first)
    return addresses.map((address) => String(at(address)))
  }
  for (const first of addresses) expect(valuesFrom(first)).toEqual(Array(8).fill('#NUM!'))
})
