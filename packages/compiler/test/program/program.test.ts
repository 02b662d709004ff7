import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program } from '@sheetwright/runtime/program/program.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { describe, expect, it } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { compileWorkbook } from '../../src/compile.ts'
import { evaluatorDelegate } from '../../src/run/evaluator-delegate.ts'
import { portableDelegate } from '../../src/portable-delegate.ts'
import { compiled, EVALUATION, loadProgram } from '../support/compiled.ts'
import { makeWorkbook, position } from '../support/make-workbook.ts'

/** A projection of `rows` rows, each computed from the previous one, with a total. */
function projection(rows: number): Record<string, Scalar> {
  const cells: Record<string, Scalar> = {
    A1: 100,
    B1: 0.02,
    D1: `=SUM(C2:C${rows + 1})`,
    D2: `=MAX(C2:C${rows + 1})`,
    C2: '=A1',
  }
  for (let row = 3; row <= rows + 1; row++) cells[`C${row}`] = `=C${row - 1}*(1+$B$1)`
  return cells
}

describe('compiling', () => {
  it('keeps only what the outputs need and computes at once what no input reaches', () => {
    const cells = { A1: 1, B1: 5, B2: '=B1*2', B3: '=B2+1', C1: '=A1+B3', D1: '=A1*100' }
    const { compiled: result } = compiled({ sheets: { Model: cells } }, ['Model!A1'], ['Model!C1'])
    expect(result.report).toMatchObject({ liveCells: 3, foldedCells: 2, families: 1, delegated: [] })
  })

  it('writes code for formulas, not for cells', () => {
    const few = compiled({ sheets: { Model: projection(50) } }, ['Model!B1'], ['Model!D1']).compiled.report
    const many = compiled({ sheets: { Model: projection(800) } }, ['Model!B1'], ['Model!D1']).compiled.report
    expect(many.families).toBe(few.families)
    expect(many.loops).toBe(few.loops)
    expect(many.codeBytes - few.codeBytes).toBeLessThan(200)
  })

  it('keeps the constants of ranges wider than any line', () => {
    const cells = { A1: 1, A2: '=SUMPRODUCT(C4:DZ20*A1)', 'C4:DZ20': 2 }
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!A1'], ['Model!A2'])
    expect(workbook.run({ 'Model!A1': 2 })).toEqual({ 'Model!A2': 2 * 2 * 17 * 128 })
  })

  it('reads blanks, and nothing else, behind the end of what a sheet uses', () => {
    const cells = {
      A1: 2,
      B1: '=Rates!A1*$A$1',
      B2: '=Rates!A3*$A$1',
      B3: '=Rates!A9*$A$1',
      B4: '=Rates!A7*$A$1',
      'C1:C9': '=ROW()*$A$1',
    }
    const outputs = ['B1', 'B2', 'B3', 'B4', 'C9'].map((cell) => `Model!${cell}`)
    const workbook = compiled({ sheets: { Model: cells, Rates: { A1: 5, A2: 7, A3: 9 } } }, ['Model!A1'], outputs)
    expect(workbook.run({ 'Model!A1': 3 })).toEqual(workbook.evaluate({ 'Model!A1': 3 }))
  })

  it('says which cell a line computes', () => {
    const { compiled: result } = compiled(
      { sheets: { 'My sheet': { A1: 1, A2: '=A1+1' } } },
      ['My sheet!A1'],
      ['My sheet!A2'],
    )
    const lines = result.program.split('\n')
    const found = [...result.cells].filter(([, cell]) => cell === 'My sheet!A2').map(([line]) => lines[line - 1] ?? '')
    expect(found.some((line) => line.includes('My_sheet_A2'))).toBe(true)
  })

  it('gives the same program, under the same hash, for the same workbook', () => {
    const make = () => compiled({ sheets: { Model: projection(20) } }, ['Model!B1'], ['Model!D1'])
    expect(make().compiled.program).toBe(make().compiled.program)
    expect(make().program.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(make().program.about.compilerVersion).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('leaves to the evaluator what it cannot write, and says why', () => {
    const cells = { A1: 2, A2: '=A1*2', B1: '=CELL("contents",A2)&A1', B2: '=B1&"!"' }
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!A1'], ['Model!B2'])
    expect(workbook.compiled.report.delegated).toEqual([{ cell: 'Model!B1', cells: 1, reason: 'calls CELL' }])
    expect(workbook.run({ 'Model!A1': 1 })).toEqual({ 'Model!B2': '21!' })
  })

  it('finds out beforehand what OFFSET and INDIRECT mean where nothing can change it', () => {
    const cells = {
      A1: 2,
      A2: 'Rates',
      A3: '=INDIRECT(A2&"!A"&1+1)',
      A4: '=A3*A1',
      A5: '=SUM(Column)*A1',
      A6: '=SUM(OFFSET(INDIRECT("Rates!A1"),0,0,COUNT(Rates!A:A),1))+A1',
      'B1:B9': '=OFFSET(Rates!$A$1,ROW()-1,0)*$A$1',
    }
    const outputs = ['A3', 'A4', 'A5', 'A6', 'B1', 'B3', 'B9'].map((cell) => `Model!${cell}`)
    const workbook = compiled(
      {
        sheets: { Model: cells, Rates: { A1: 5, A2: 7, A3: 9 } },
        names: { Column: 'OFFSET(Rates!$A$1,0,0,COUNTA(Rates!$A:$A),1)' },
      },
      ['Model!A1'],
      outputs,
    )
    expect(workbook.compiled.program).not.toMatch(/fn_(?:OFFSET|INDIRECT)/)
    expect(workbook.compiled.report).toMatchObject({ foldedCells: 1, delegated: [] })
    expect(workbook.run({ 'Model!A1': 3 })).toEqual(workbook.evaluate({ 'Model!A1': 3 }))
  })

  it('finds at run time what OFFSET and INDIRECT mean, in whatever order the cells come', () => {
    const cells = {
      A1: 2,
      A2: 10,
      A3: 20,
      B1: '=INDIRECT("A"&A1)',
      B2: '=B1+1',
      B3: '=OFFSET(A1,A1,0)',
      B4: '=OFFSET(B1,A1+4,0)+1',
      B5: '=INDIRECT("b"&A1+5)',
      B6: '=B3*2',
      B7: '=B1*3',
      B8: '=INDIRECT("B8")',
      B9: '=INDIRECT(C1&"!A1")',
      C1: '=IF(A1>1,"Other","No such sheet")',
    }
    const outputs = Array.from({ length: 9 }, (_, i) => `Model!B${i + 1}`)
    const workbook = compiled({ sheets: { Model: cells, Other: { A1: '=Model!A1+100' } } }, ['Model!A1'], outputs)
    expect(workbook.compiled.report.delegated).toEqual([])
    for (const given of [1, 2, 3, 4, 'x', null]) {
      const inputs = { 'Model!A1': given }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })

  it('sees the cells that SUMIF reads beyond the one it names', () => {
    const cells = {
      A1: 'a',
      A2: 'b',
      A3: 'a',
      B1: 1,
      B2: 2,
      B3: 3,
      C1: '=SUMIF(A1:A3,"a",B1)',
      D1: '=C1+SUMIF(A1:A3,"b",B1)',
    }
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!B3', 'Model!B2'], ['Model!C1', 'Model!D1'])
    expect(workbook.run({ 'Model!B3': 10, 'Model!B2': 5 })).toEqual({ 'Model!C1': 11, 'Model!D1': 16 })
  })

  it('computes rows upwards where each needs the next', () => {
    const cells: Record<string, Scalar> = { A1: 1.1, B6: 10 }
    for (let row = 1; row <= 5; row++) cells[`B${row}`] = `=B${row + 1}*$A$1`
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!A1'], ['Model!B1'])
    expect(workbook.compiled.report).toMatchObject({ families: 1, loops: 1, delegated: [] })
    expect(workbook.run({ 'Model!A1': 2 })).toEqual({ 'Model!B1': 320 })
  })

  it('computes an array formula once for all its cells', () => {
    const cells = { A1: 1, A2: 2, A3: 3, 'C1:E1': '{=TRANSPOSE(A1:A3)*A1}', 'C3:D4': '{=A1:A2*2}', C5: '=SUM(C1:E1)' }
    const outputs = ['Model!C1', 'Model!D1', 'Model!E1', 'Model!C3', 'Model!D3', 'Model!C4', 'Model!C5']
    const workbook = compiled({ sheets: { Model: cells } }, ['Model!A1', 'Model!A3'], outputs)
    expect(workbook.compiled.report.delegated).toEqual([])
    for (const value of [4, 'x', 7]) {
      const inputs = { 'Model!A1': 3, 'Model!A3': value }
      expect(workbook.run(inputs)).toEqual(workbook.evaluate(inputs))
    }
  })

  it('iterates cycles through the evaluator', () => {
    const content = {
      sheets: { Model: { A1: 100, B1: '=A1+C1', C1: '=B1*0.1' } },
      calculation: { iterate: true, iterateCount: 200, iterateDelta: 1e-9 },
    }
    const workbook = compiled(content, ['Model!A1'], ['Model!B1'])
    expect(workbook.compiled.report.delegated.every(({ reason }) => reason === 'cells that need their own value')).toBe(
      true,
    )
    expect(workbook.run({ 'Model!A1': 50 })).toEqual(workbook.evaluate({ 'Model!A1': 50 }))
  })
})

describe('a program', () => {
  it('computes records one after the other without one touching the next', () => {
    const workbook = compiled({ sheets: { Model: projection(30) } }, ['Model!A1', 'Model!B1'], ['Model!D1', 'Model!D2'])
    const records: Scalar[][] = [
      [100, 0.02],
      ['text', 0.02],
      [100, 0.02],
      [null, 0],
      [1e300, 1e10],
      [100, 0.02],
    ]
    const results = records.map(([a, b]) => workbook.run({ 'Model!A1': a ?? null, 'Model!B1': b ?? null }))
    records.forEach(([a, b], i) => {
      expect(results[i]).toEqual(workbook.evaluate({ 'Model!A1': a ?? null, 'Model!B1': b ?? null }))
    })
    expect(results[2]).toEqual(results[0])
    expect(results[5]).toEqual(results[0])
    expect(results[1]?.['Model!D1']).toBe('#VALUE!')
  })

  it('runs only the steps that the wanted outputs need', () => {
    const cells = { A1: 3, B1: '=A1*2', C1: '=SUM(D1:D4)', D1: '=A1+1', D2: '=D1+$A$1', D3: '=D2+$A$1', D4: '=D3+$A$1' }
    const { program } = compiled({ sheets: { Model: cells } }, ['Model!A1'], ['Model!B1', 'Model!C1'])
    program.run([3])
    program.run([10], [0])
    expect(program.output(0)).toBe(20)
    program.run([10], [1])
    expect(program.output(1)).toBe(11 + 21 + 31 + 41)
  })

  it('ends a run that works longer than it may', () => {
    const workbook = compiled({ sheets: { Model: projection(500) } }, ['Model!B1'], ['Model!D1'], {
      options: { steps: 100 },
    })
    expect(() => workbook.program.run([0.01])).toThrow('The calculation was ended after 100 steps.')
  })

  it('ends a run that is past its deadline', () => {
    const workbook = compiled({ sheets: { Model: projection(10) } }, ['Model!B1'], ['Model!D1'], {
      options: { isPastDeadline: () => true },
    })
    expect(() => workbook.program.run([0.01])).toThrow('its time was up')
  })

  it('is not loaded where it needs more memory than it may have', () => {
    const load = (memory: number) =>
      compiled({ sheets: { Model: projection(1000) } }, ['Model!B1'], ['Model!D1'], { options: { memory } })
    expect(() => load(4000)).toThrow('bytes for its cells; 4000 are allowed')
    expect(load(1_000_000).run({ 'Model!B1': 0 })).toEqual({ 'Model!D1': 100_000 })
  })

  it('that throws lets the evaluator answer, and says what happened', () => {
    const content = { sheets: { Model: { A1: 1, B1: '=A1*2' } } }
    const workbook = makeWorkbook(content)
    const bound = new BoundWorkbook(workbook, functions)
    const input = { name: 'in', ...position(workbook, 'Model!A1') }
    const output = { name: 'out', ...position(workbook, 'Model!B1') }
    const written = compileWorkbook(bound, { inputs: [input], outputs: [output] }, { evaluation: EVALUATION })
    const module = {
      ...loadProgram(written.program),
      link: () => [
        () => {
          throw new TypeError('a bug of the generator')
        },
      ],
    }
    const options = { functions, now: () => 1, seed: () => 1, locale: 'en-US', steps: 1000 }
    const delegate = evaluatorDelegate(bound, [input], EVALUATION)
    const program = new Program(module, { ...options, delegate })
    program.run([21])
    expect([program.output(0), program.failure?.message]).toEqual([42, 'a bug of the generator'])
    expect(() => new Program(module, options).run([21])).toThrow('a bug of the generator')
  })

  it('can leave every cell to the evaluator', () => {
    const workbook = makeWorkbook({ sheets: { Model: { A1: 1, B1: '=A1*2', B2: '=B1+1', C1: '=SUM(B1:B2)' } } })
    const ports = {
      inputs: [{ name: 'in', ...position(workbook, 'Model!A1') }],
      outputs: [{ name: 'out', ...position(workbook, 'Model!C1') }],
    }
    const options = { evaluation: EVALUATION, leaveAll: 'it failed' }
    const { program: text, report } = compileWorkbook(new BoundWorkbook(workbook, functions), ports, options)
    expect(report.delegated.map(({ reason }) => reason)).toContain('it failed')
    const module = loadProgram(text)
    const delegate = portableDelegate(module, functions, EVALUATION)
    if (!delegate) throw new Error('The program carries no workbook.')
    const program = new Program(module, {
      functions,
      now: () => 1,
      seed: () => 1,
      locale: 'en-US',
      steps: 1000,
      delegate,
    })
    program.run([10])
    expect(program.output(0)).toBe(41)
  })

  it('is not disturbed by another compiled at the same time', () => {
    const first = compiled({ sheets: { Model: projection(12) } }, ['Model!A1'], ['Model!D1'])
    const second = compiled({ sheets: { Model: projection(40) } }, ['Model!A1'], ['Model!D1'])
    const alone = first.run({ 'Model!A1': 7 })
    second.run({ 'Model!A1': 9 })
    expect(first.run({ 'Model!A1': 7 })).toEqual(alone)
    expect(second.run({ 'Model!A1': 7 })).toEqual(second.evaluate({ 'Model!A1': 7 }))
  })
})
