import { variance } from '../../numeric/moments.ts'
import { ExcelError, errors } from '../../values.ts'
import { defineRepeating, type FunctionDefinition } from '../definition.ts'
import { type Counting, numbersOf, sampled } from '../sample.ts'

type Of = 'sample' | 'population'

function spread(
  name: string,
  aliases: readonly string[],
  of: Of,
  counting: Counting,
  f: (value: number) => number,
): FunctionDefinition {
  return defineRepeating({
    name,
    aliases,
    params: [],
    repeated: [sampled],
    body: (context, ...args) => {
      const sample = numbersOf(context, args, counting)
      if (sample instanceof ExcelError) return sample
      if (sample.length < (of === 'sample' ? 2 : 1)) return errors.div0
      return f(variance(sample, of))
    },
  })
}

const same = (value: number): number => value

export const dispersion: readonly FunctionDefinition[] = [
  spread('STDEV.S', ['STDEV'], 'sample', 'numbers', Math.sqrt),
  spread('STDEV.P', ['STDEVP'], 'population', 'numbers', Math.sqrt),
  spread('STDEVA', [], 'sample', 'all', Math.sqrt),
  spread('STDEVPA', [], 'population', 'all', Math.sqrt),
  spread('VAR.S', ['VAR'], 'sample', 'numbers', same),
  spread('VAR.P', ['VARP'], 'population', 'numbers', same),
  spread('VARA', [], 'sample', 'all', same),
  spread('VARPA', [], 'population', 'all', same),
]
