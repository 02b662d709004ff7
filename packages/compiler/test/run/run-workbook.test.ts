import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { describe, expect, test } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { findPorts } from '../../src/3-bind/ports/find-ports.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import type { DataValidation, Workbook } from '../../src/model/workbook.ts'
import { portableDelegate } from '../../src/portable-delegate.ts'
import { compileEngine } from '../../src/compile.ts'
import { type RunOptions, runWorkbook } from '../../src/run/run-workbook.ts'
import { loadProgram } from '../support/compiled.ts'
import { makeWorkbook, type WorkbookContent } from '../support/make-workbook.ts'

const OPTIONS: RunOptions = { now: 46_037, seed: 1, locale: 'en-US', steps: 10_000_000 }

/** The reference evaluator's result, which a compiled program must match. */
function run(workbook: Workbook, inputs: Record<string, unknown>, options: Partial<RunOptions> = {}) {
  const bound = new BoundWorkbook(workbook, functions)
  const ports = findPorts(bound, new Diagnostics())
  const { evaluator: _evaluator, ...result } = runWorkbook(bound, ports, inputs, { ...OPTIONS, ...options })
  const { program } = compileEngine(bound, ports, { evaluation: OPTIONS })
  const module = loadProgram(program)
  const engine = programEngine(module, {
    functions,
    locale: OPTIONS.locale,
    steps: OPTIONS.steps,
    delegate: portableDelegate(module, functions, OPTIONS),
  })
  // An earlier record must leave no state behind.
  engine.execute({}, { ...OPTIONS, ...options })
  expect(engine.execute(inputs, { ...OPTIONS, ...options })).toEqual(result)
  return result
}

const QUOTE: WorkbookContent = {
  sheets: {
    S: {
      B1: 40,
      B2: 0.05,
      B3: 45_000,
      B4: 'M',
      B6: '=B1*B2',
      B7: '=B3+1',
      B8: '=IF(B4="M",1/0,B4)',
      D1: 'Name',
      E1: 'Sum',
      E2: 10,
      E3: 20,
      E4: 30,
      E6: '=SUM(E2:E4)',
    },
  },
  names: {
    Xinput_Age: 'S!$B$1',
    Xinput_Rate: 'S!$B$2',
    Xinput_Start: 'S!$B$3',
    Xinput_Sex: 'S!$B$4',
    Xinput_Lives: 'S!$D$1:$E$4',
    Xoutput_Premium: 'S!$B$6',
    Xoutput_End: 'S!$B$7',
    Xoutput_Check: 'S!$B$8',
    Xoutput_Total: 'S!$E$6',
  },
  formats: { 'S!B3': 'yyyy-mm-dd', 'S!B7': 'yyyy-mm-dd' },
}

describe('inputs and outputs', () => {
  test('values travel as JSON, dates as text', () => {
    const result = run(makeWorkbook(QUOTE), {
      age: 50,
      Rate: 0.1,
      Start: '2024-02-28',
      Sex: 'F',
      Lives: [{ Name: 'a', sum: 5 }, { Sum: 7 }],
    })
    expect(result).toEqual({
      outputs: { Premium: 5, End: '2024-02-29', Check: 'F', Total: 12 },
      warnings: [],
      errors: [],
      solves: [],
    })
  })

  test('what is missing takes its default and what is unknown is said', () => {
    const { outputs, warnings, errors } = run(makeWorkbook(QUOTE), { Colour: 'red' })
    expect(outputs).toEqual({ Premium: 2, End: '2023-03-16', Check: '#DIV/0!', Total: 60 })
    expect(warnings.map(({ key }) => key)).toEqual(['Age', 'Rate', 'Start', 'Sex', 'Lives', 'Colour'])
    expect(warnings[0]?.message).toBe('Input parameter missing.')
    expect(errors).toEqual([{ key: 'Check', message: 'The result is the Excel error #DIV/0!.', cell: 'S!B8' }])
  })

  test('null blanks a cell', () => {
    expect(run(makeWorkbook(QUOTE), { Age: null }).outputs.Premium).toBe(0)
  })

  test.each([
    [{ Age: 'old' }, 'Age'],
    [{ Age: true }, 'Age'],
    [{ Age: [1] }, 'Age'],
    [{ Start: '2024-02-30' }, 'Start'],
    [{ Lives: 5 }, 'Lives'],
    [{ Lives: [1] }, 'Lives'],
    [{ Lives: [{ Sum: 'x' }] }, 'Lives'],
    [{ Lives: [{}, {}, {}, {}] }, 'Lives'],
  ])('%j is refused by name', (inputs, key) => {
    const { outputs, errors } = run(makeWorkbook(QUOTE), inputs)
    expect(outputs).toEqual({})
    expect(errors.map((error) => error.key)).toEqual([key])
  })

  test('a number as text is read as Excel reads it', () => {
    expect(run(makeWorkbook(QUOTE), { Age: ' 1,000 ' }).outputs.Premium).toBe(50)
  })

  test('an output that needs a macro is null with the cell that calls it', () => {
    const workbook = makeWorkbook({
      sheets: { S: { A1: '=MACRO()', A2: '=IFERROR(A1,1)' } },
      names: { Xoutput_x: 'S!$A$2' },
    })
    const { outputs, errors } = run(workbook, {})
    expect(outputs).toEqual({ x: null })
    expect(errors.map(({ key, cell }) => [key, cell])).toEqual([['x', 'S!A1']])
  })
})

describe('validation', () => {
  const rule: DataValidation = {
    ranges: [{ top: 0, left: 1, bottom: 0, right: 1 }],
    type: 'whole',
    operator: 'between',
    items: undefined,
    formula1: '18',
    formula2: 'B3',
    allowBlank: false,
    errorStyle: 'stop',
    showError: true,
    errorTitle: undefined,
    errorMessage: 'Adults only',
    showPrompt: false,
    promptTitle: undefined,
    promptMessage: undefined,
  }
  function withRule(changes: Partial<DataValidation>): Workbook {
    const workbook = makeWorkbook({
      sheets: { S: { B1: 30, B2: '=IF(B1=66,"Not 66","")', B3: 80, B4: '=B1', D1: 'a', D2: 25 } },
      names: { Xinput_Age: 'S!$B$1', Xoutput_Age: 'S!$B$4', Xvalidate_Age: 'S!$B$2' },
    })
    const [sheet] = workbook.sheets
    return sheet ? { ...workbook, sheets: [{ ...sheet, validations: [{ ...rule, ...changes }] }] } : workbook
  }
  test.each<[Partial<DataValidation>, unknown, boolean]>([
    [{}, 18, true],
    [{}, 17, false],
    [{}, 80, true],
    [{}, 81, false],
    [{}, 20.5, false],
    [{ type: 'decimal' }, 20.5, true],
    [{}, null, false],
    [{ allowBlank: true }, null, true],
    [{ type: 'list', items: ['1', '2', '3'] }, 2, true],
    [{ type: 'list', items: ['1', '2', '3'] }, 4, false],
    [{ type: 'list', formula1: '$D$1:$D$3' }, 25, true],
    [{ type: 'list', formula1: '$D$1:$D$3' }, 26, false],
    [{ type: 'custom', formula1: 'MOD(B1,2)=0' }, 3, false],
    [{ type: 'custom', formula1: 'MOD(B1,2)=0' }, 4, true],
    [{ type: 'textLength', operator: 'lessThan', formula1: '3', formula2: undefined }, 12, true],
    [{ type: 'textLength', operator: 'lessThan', formula1: '3', formula2: undefined }, 123, false],
    [{}, 66, false],
  ])('%j lets %j pass: %s', (changes, age, passes) => {
    const { errors } = run(withRule(changes), { Age: age })
    expect(errors.length === 0).toBe(passes)
  })

  test("the message is the workbook's own, and validation can be switched off", () => {
    expect(run(withRule({}), { Age: 5 }).errors).toEqual([{ key: 'Age', message: 'Adults only', cell: 'S!B1' }])
    const off = run(withRule({}), { Age: 5 }, { validate: false })
    expect([off.outputs, off.errors, off.warnings.length]).toEqual([{ Age: 5 }, [], 1])
    expect(run(withRule({ errorStyle: 'warning' }), { Age: 5 }).outputs).toEqual({ Age: 5 })
  })
})

describe('solves', () => {
  const solve = (algorithm: string, extra: WorkbookContent['sheets'][string] = {}): Workbook =>
    makeWorkbook({
      sheets: {
        S: {
          A1: 'Target cell',
          B1: 'D1',
          A2: 'Target value',
          B2: 0,
          A3: 'By changing',
          B3: 'D2',
          A4: 'Solve algorithm',
          B4: algorithm,
          A5: 'Max change',
          B5: 0.001,
          D1: '=D2^3-2*D2-5',
          D2: 1,
          ...extra,
        },
      },
      names: { Xsolve_root: 'S!$A$1:$B$8', Xoutput_x: 'S!$D$2' },
    })

  test.each(['SECANT', 'BRENT'])('%s finds the root and tells how', (algorithm) => {
    const { outputs, errors, solves } = run(solve(algorithm), {})
    expect(errors).toEqual([])
    expect(outputs.x).toBeCloseTo(2.0945514815423265, 10)
    expect(solves[0]?.result.history.length).toBeGreaterThan(3)
    expect(Math.abs(solves[0]?.result.history.at(-1)?.difference ?? 1)).toBeLessThan(1e-9)
  })

  test('bounds are kept and a solve without a solution is an error that changes nothing', () => {
    const { outputs, errors } = run(solve('BRENT', { A6: 'Lower bound', B6: 5, A7: 'Upper bound', B7: 9 }), {})
    expect(errors.map(({ key }) => key)).toEqual(['root'])
    expect(outputs.x).toBe(1)
  })

  test('run if', () => {
    expect(run(solve('BRENT', { A6: 'Run if', B6: false }), {}).outputs.x).toBe(1)
    expect(run(solve('BRENT', { A6: 'Run if', B6: '=1=1' }), {}).outputs.x).not.toBe(1)
  })
})
