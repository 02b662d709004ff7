import { describe, expect, test } from 'vitest'
import type { CallContext, WorkbookAccess } from '../src/functions/definition.ts'
import { functions } from '../src/functions/registry.ts'
import { type CallArgument, invoke } from '../src/invoke.ts'
import { ExcelError, errors, Matrix, type Value } from '../src/values.ts'

/** These functions must not need the workbook. */
const nothing = (): never => {
  throw new Error('the workbook was asked')
}
const workbook: WorkbookAccess = {
  sheetNames: ['Sheet1'],
  reference: nothing,
  resolveText: nothing,
  formulaText: nothing,
  valueFurtherDown: nothing,
  look: () => ({ numberFormat: 'General', locked: true, horizontal: undefined }),
  fact: nothing,
  columnWidth: nothing,
}
const context: CallContext = {
  now: () => 46_037,
  random: () => 0.5,
  date1904: false,
  locale: 'en-US',
  charge: () => undefined,
  cell: { sheet: 0, row: 0, col: 0 },
  workbook,
}

const unknown = new ExcelError('#NAME?', { cell: 'Sheet1!A1', reason: 'a macro' })

function call(name: string, ...args: readonly CallArgument[]): Value {
  const definition = functions.get(name)
  if (!definition) throw new Error(`${name} is not registered`)
  return invoke(definition, context, args, false)
}

describe('a value that cannot be computed is not an error to be caught', () => {
  test.each(['IFERROR', 'IFNA'])('%s lets it through', (name) => {
    expect(call(name, unknown, () => 'caught')).toBe(unknown)
    expect(call(name, new Matrix(1, 2, [unknown, 1]), () => 'caught')).toEqual(new Matrix(1, 2, [unknown, 1]))
  })

  test.each([
    'ISERROR',
    'ISERR',
    'ISNA',
    'ISBLANK',
    'ISNUMBER',
    'ISTEXT',
    'ISNONTEXT',
    'ISLOGICAL',
    'ERROR.TYPE',
    'TYPE',
    'VALUETOTEXT',
    'ARRAYTOTEXT',
  ])('%s has no answer about it', (name) => {
    expect(call(name, unknown)).toBe(unknown)
  })

  test.each(['SUM', 'SUMSQ', 'PRODUCT', 'MIN', 'MAX', 'AVERAGE', 'STDEV.S', 'MEDIAN', 'MODE.SNGL'])(
    '%s has the first error as its result, as of a range',
    (name) => {
      expect(call(name, errors.div0, unknown)).toBe(errors.div0)
      expect(call(name, new Matrix(2, 1, [errors.div0, unknown]))).toBe(errors.div0)
      expect(call(name, unknown, errors.div0)).toBe(unknown)
      expect(call(name, 1, unknown)).toBe(unknown)
    },
  )

  test.each(['COUNT', 'COUNTA'])('%s depends on it even after an error', (name) => {
    expect(call(name, errors.div0, unknown)).toBe(unknown)
  })

  test('a lookup that meets it before a match does not go on', () => {
    const keys = new Matrix(3, 1, [1, unknown, 3])
    expect(call('MATCH', 1, keys, 0)).toBe(1)
    expect(call('MATCH', 3, keys, 0)).toBe(unknown)
    expect(call('MATCH', 3, keys, 1)).toBe(unknown)
    expect(call('XMATCH', 9, keys, -1)).toBe(unknown)
    expect(call('VLOOKUP', 3, keys, 1, false)).toBe(unknown)
    expect(call('XLOOKUP', 3, keys, keys, () => 'missing')).toBe(unknown)
  })

  test('TOCOL that drops errors does not know how long it would be with it', () => {
    expect(call('TOCOL', new Matrix(1, 2, [unknown, 5]), 2)).toBe(unknown)
    expect(call('TOCOL', new Matrix(1, 2, [unknown, 5]))).toEqual(new Matrix(2, 1, [unknown, 5]))
  })
})
