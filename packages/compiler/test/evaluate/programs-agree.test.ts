import { expect, test } from 'vitest'
import { compiled } from '../support/compiled.ts'

/** What depends on names that only the call knows, or on functions as values, must not get lost on the way to a program. */
test.each([
  ['a criterion that names columns by their headings', '=Qty>$C$1', '=DSUM(A1:B4,"Qty",D1:D2)', 40, 25],
  ['several functions at once', 1, '{=SUM(DROP(GROUPBY(A2:A4,B2:B4*C1,HSTACK(SUM,COUNT),0,0),1,1))}', 453, 903],
  ['functions below each other', 1, '{=ROWS(GROUPBY(A2:A4,B2:B4*C1,VSTACK(SUM,MAX),0,0))}', 4, 4],
] as const)('%s: the program gives what the evaluator gives', (_, criterion, formula, first, second) => {
  const content = {
    sheets: {
      S: {
        A1: 'Name',
        A2: 'a',
        A3: 'b',
        A4: 'a',
        B1: 'Qty',
        B2: 5,
        B3: 15,
        B4: 25,
        C1: 10,
        D1: 'x',
        D2: criterion,
        E1: formula,
      },
    },
  }
  const program = compiled(content, ['S!C1'], ['S!E1'])
  for (const [input, expected] of [
    [10, first],
    [20, second],
  ] as const) {
    const inputs = { 'S!C1': input }
    expect(program.evaluate(inputs)).toEqual({ 'S!E1': expected })
    expect(program.run(inputs)).toEqual({ 'S!E1': expected })
  }
})
