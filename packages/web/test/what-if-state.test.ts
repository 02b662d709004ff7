import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { expect, test } from 'vitest'
import { firstState, questionOf, type WhatIfState } from '../src/features/look-inside/what-if-state.ts'

const ports = {
  inputs: [{ name: 'Sum', shape: 'cell', type: 'number', default: 1000 }],
  outputs: [{ name: 'Premium', shape: 'cell', type: 'number' }],
} as unknown as Pick<EngineInterface, 'inputs' | 'outputs'>

const asked = (changes: Partial<WhatIfState>) => questionOf({ ...firstState(ports), ...changes }, ports.inputs)

test('numbers are typed with separators, a percent sign and wide digits, as everywhere', () => {
  const { first, solve } = firstState(ports)
  expect(asked({ first: { ...first, from: '1,000', to: '３０００', steps: '3' } })).toMatchObject({
    vary: [{ input: 'Sum', values: [1000, 2000, 3000] }],
  })
  expect(asked({ kind: 'solve', solve: { ...solve, target: '5%', from: '0', to: '10,000' } })).toMatchObject({
    target: 0.05,
    to: 10_000,
  })
  expect(asked({ kind: 'tornado', change: '10' })).toMatchObject({ change: 0.1 })
  expect(asked({ kind: 'tornado', change: '10 %' })).toMatchObject({ change: 0.1 })
})

test('nothing is asked while a number cannot be read', () => {
  const { first, solve } = firstState(ports)
  expect(asked({ first: { ...first, from: '1 000' } })).toBeUndefined()
  expect(asked({ first: { ...first, steps: '' } })).toBeUndefined()
  expect(asked({ kind: 'solve', solve: { ...solve, target: '5', from: '10', to: '10' } })).toBeUndefined()
  expect(asked({ kind: 'tornado', change: '101' })).toBeUndefined()
})
