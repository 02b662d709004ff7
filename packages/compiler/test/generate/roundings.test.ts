import { expect, it } from 'vitest'
import { compiled } from '../support/compiled.ts'

const formulas = ['ROUND(A1,2)', 'ROUNDUP(A1,2)', 'ROUNDDOWN(A1,2)', 'TRUNC(A1,2)', 'ROUND(A1,0)', 'INT(A1*100)']

const workbook = compiled(
  { sheets: { S: Object.fromEntries([['A1', 1], ...formulas.map((formula, at) => [`B${at + 1}`, `=${formula}`])]) } },
  ['S!A1'],
  formulas.map((_, at) => `S!B${at + 1}`),
)

// Just above a power of ten, half a unit of the 15th digit is a greater part of a number than elsewhere.
it.each([0.005, 0.995, 1, 1.005, 1.5, 10.015, 10.5, 99.995, 100.005, 1000.5, 9999.995, 123_456.785])(
  'numbers close to %d are rounded in programs as by the evaluator',
  (near) => {
    for (let step = -60; step <= 60; step++) {
      const inputs = { 'S!A1': near * (1 + step * 1e-16) }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  },
)
