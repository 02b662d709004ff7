import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { findUnits } from './units.ts'

export const unitConversion: readonly FunctionDefinition[] = [
  define({
    name: 'CONVERT',
    params: [
      { name: 'number', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'from_unit', kind: 'text', ranges: 'refuse' },
      { name: 'to_unit', kind: 'text', ranges: 'refuse' },
    ],
    body: (_context, value, fromText, toText) => {
      const found = findUnits(fromText, toText)
      if (!found) return errors.na
      const { from, to } = found
      if (fromText === toText) return value
      if (from.offset === 0 && to.offset === 0) return (value * from.size) / to.size
      return ((value + from.offset) * from.size) / to.size - to.offset
    },
  }),
]
