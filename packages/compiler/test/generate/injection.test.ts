import { describe, expect, it } from 'vitest'
import { compiled } from '../support/compiled.ts'

/** Texts that would end a literal, a line, a template or a script, or reach an object's prototype, if they became code. */
const HOSTILE = [
  '"; globalThis.taken = true; "',
  "'; globalThis.taken = true; '",
  '`${globalThis.taken = true}`',
  '\u2028globalThis.taken = true\u2028',
  '\u2029globalThis.taken = true//',
  '*/ globalThis.taken = true /*',
  '</script><script>globalThis.taken = true</script>',
  '\\"); globalThis.taken = true; ("',
  '__proto__',
  'constructor',
  '\ud800',
  'export const link = () => { globalThis.taken = true }',
]

function isUntouched(): boolean {
  return !('taken' in globalThis) && !('taken' in {})
}

describe('text of a workbook', () => {
  it('never becomes code, wherever it stands', () => {
    for (const text of HOSTILE) {
      const cells = {
        A1: text,
        A2: `=A1&B1`,
        A3: `=IF(B1="${text.replaceAll('"', '""')}",1,2)`,
        A4: `=VLOOKUP(B1,D1:E2,2,FALSE)`,
        A5: `=COUNTIF(D1:D2,B1)`,
        A6: `=CHOOSE(1,{"${text.replaceAll('"', '""')}","b"},B1)&B1`,
        B1: 'x',
        D1: text,
        D2: 'x',
        E1: text,
        E2: 7,
      }
      const outputs = ['Model!A2', 'Model!A3', 'Model!A4', 'Model!A5', 'Model!A6']
      const workbook = compiled({ sheets: { Model: cells } }, ['Model!B1'], outputs)
      for (const input of ['x', text]) {
        expect(workbook.run({ 'Model!B1': input })).toEqual(workbook.evaluate({ 'Model!B1': input }))
      }
      expect(isUntouched()).toBe(true)
    }
  })

  it('stays a name where it names a sheet or a port', () => {
    for (const text of HOSTILE) {
      const sheet = text.replaceAll('!', '')
      const content = { sheets: { [sheet]: { A1: 2, A2: '=A1*3', A3: '=A2+A1' } } }
      const workbook = compiled(content, [`${sheet}!A1`], [`${sheet}!A3`])
      expect(workbook.run({ [`${sheet}!A1`]: 5 })).toEqual({ [`${sheet}!A3`]: 20 })
      expect(isUntouched()).toBe(true)
    }
  })

  it('leaves the program one statement a line, without separators that JavaScript takes for line ends', () => {
    const cells = { A1: '\u2028', A2: '=A1&B1', B1: 'x' }
    const { compiled: result } = compiled({ sheets: { Model: cells } }, ['Model!B1'], ['Model!A2'])
    expect(result.program).not.toMatch(/[\u2028\u2029]/)
    expect(result.program.match(/^export /gm)).toHaveLength(4)
    expect(result.program).not.toMatch(/\b(?:eval|Function|import)\s*\(/)
  })
})
