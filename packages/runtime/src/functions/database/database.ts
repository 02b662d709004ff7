import { ExcelError, errors, isUncomputable, type Scalar, type Value } from '../../values.ts'
import { aggregators, type Selected } from '../aggregators.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { type Records, selectRecords } from './records.ts'

const database = { name: 'database', kind: 'reference' } as const
const field = { name: 'field', kind: 'scalar' } as const
const criteria = { name: 'criteria', kind: 'reference' } as const

function databaseFunction(name: string, f: (records: Records) => Value): FunctionDefinition {
  return define({
    name,
    params: [database, field, criteria],
    body: (context, data, column, conditions) => {
      const records = selectRecords(context, data, column, conditions)
      return records instanceof ExcelError ? records : f(records)
    },
  })
}

function valuesOf({ grid, rows, field: column }: Records): Scalar[] | ExcelError {
  return column === undefined ? errors.value : rows.map((row) => grid.at(row, column))
}

/** A function of the numbers in the field; an error among them is the result. */
function aggregate(name: string, f: (selected: Selected) => number | ExcelError): FunctionDefinition {
  return databaseFunction(name, (records) => {
    const values = valuesOf(records)
    if (values instanceof ExcelError) return values
    const numbers: number[] = []
    for (const value of values) {
      if (value instanceof ExcelError) return value
      if (typeof value === 'number') numbers.push(value)
    }
    return f({ numbers, filled: numbers.length })
  })
}

/** Without a field all records count; with one, those whose cell qualifies. */
function count(name: string, qualifies: (value: Scalar) => boolean): FunctionDefinition {
  return databaseFunction(name, ({ grid, rows, field: column }) => {
    if (column === undefined) return rows.length
    const values = rows.map((row) => grid.at(row, column))
    return values.find(isUncomputable) ?? values.filter(qualifies).length
  })
}

export const databaseFunctions: readonly FunctionDefinition[] = [
  aggregate('DSUM', aggregators.sum),
  aggregate('DAVERAGE', aggregators.average),
  aggregate('DMAX', aggregators.max),
  aggregate('DMIN', aggregators.min),
  aggregate('DPRODUCT', aggregators.product),
  aggregate('DSTDEV', aggregators.sampleDeviation),
  aggregate('DSTDEVP', aggregators.populationDeviation),
  aggregate('DVAR', aggregators.sampleVariance),
  aggregate('DVARP', aggregators.populationVariance),
  count('DCOUNT', (value) => typeof value === 'number'),
  count('DCOUNTA', (value) => value !== null),
  databaseFunction('DGET', (records) => {
    const values = valuesOf(records)
    if (values instanceof ExcelError) return values
    const unknown = values.find(isUncomputable)
    if (unknown) return unknown
    // A record with a blank field has no value and does not count.
    const given = values.filter((value) => value !== null)
    if (given.length > 1) return errors.num
    return given[0] ?? errors.value
  }),
]
