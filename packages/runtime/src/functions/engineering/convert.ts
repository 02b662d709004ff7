import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { findUnit } from './units.ts'

export const unitConversion: readonly FunctionDefinition[] = [
  define({
    name: 'CONVERT',
    params: [
      { name: 'number', kind: 'number', booleans: 'refuse' },
      { name: 'from_unit', kind: 'text' },
      { name: 'to_unit', kind: 'text' },
    ],
    body: (_context, value, fromText, toText) => {
      const from = findUnit(fromText)
      const to = findUnit(toText)
      if (!from || !to || from.quantity !== to.quantity) return errors.na
      if (fromText === toText) return value
      if (from.offset === 0 && to.offset === 0) return (value * from.size) / to.size
      return ((value + from.offset) * from.size) / to.size - to.offset
    },
  }),
]
