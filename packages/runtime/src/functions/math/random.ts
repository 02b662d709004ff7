import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

export const random: readonly FunctionDefinition[] = [
  define({ name: 'RAND', params: [], volatile: true, body: (context) => context.random() }),
  define({
    name: 'RANDBETWEEN',
    params: [
      { name: 'bottom', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'top', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
    ],
    volatile: true,
    body: (context, bottom, top) => {
      const low = Math.ceil(bottom)
      const high = Math.floor(top)
      return low > high ? errors.num : low + Math.floor(context.random() * (high - low + 1))
    },
  }),
]
