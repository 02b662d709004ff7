import type { EngineInputs, ExecuteOptions } from '@sheetwright/runtime/engine/call.ts'
import type { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { Engine as EngineOf } from '@sheetwright/runtime/engine/engine.ts'
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { describe, expect, test } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { findPorts } from '../../src/3-bind/ports/find-ports.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import type { DataValidation, Workbook } from '../../src/model/workbook.ts'
import { portableDelegate } from '../../src/portable-delegate.ts'
import { compileEngine } from '../../src/compile.ts'
import { EvaluatorCalculator } from '../../src/run/evaluator-calculator.ts'
import { loadProgram } from '../support/compiled.ts'
import { makeWorkbook } from '../support/make-workbook.ts'

const LIMITS = { locale: 'en-US', steps: 1_000_000 }
const OPTIONS: ExecuteOptions = { now: 46_037, seed: 1 }

/** The same engine twice: on the compiled program and on the reference evaluator. */
function engines(workbook: Workbook, steps = LIMITS.steps): { program: Engine; evaluator: Engine } {
  const bound = new BoundWorkbook(workbook, functions)
  const ports = findPorts(bound, new Diagnostics())
  const compiled = compileEngine(bound, ports, { evaluation: { ...LIMITS, now: 46_000, seed: 9 } })
  const module = loadProgram(compiled.program)
  const limits = { ...LIMITS, steps }
  return {
    program: programEngine(module, { functions, ...limits, delegate: portableDelegate(module, functions, limits) }),
    evaluator: new EngineOf(ports, new EvaluatorCalculator(bound, limits)),
  }
}

function both(workbook: Workbook, inputs: EngineInputs, options: Partial<ExecuteOptions> = {}) {
  const { program, evaluator } = engines(workbook)
  const expected = evaluator.execute(inputs, { ...OPTIONS, ...options })
  expect(program.execute(inputs, { ...OPTIONS, ...options })).toEqual(expected)
  return expected
}

const QUOTE = makeWorkbook({
  sheets: {
    S: {
      A1: 40,
      A2: '=A1+25',
      A3: '=A2-A1',
      A4: '=1/A5',
      A5: '=A6-A1',
      A6: 40,
      A7: '=A4*2',
      A8: '=SUM(A7,B1)',
      B1: '=1/B2',
      B2: '=B3*0',
      B3: 7,
      B4: '=B1+A1',
      C1: '=NOW()+A1',
      C2: '=RAND()',
    },
  },
  names: {
    Xinput_age: 'S!$A$1',
    Xinput_end: 'S!$A$2',
    'Xinput_short.end': 'S!$A$2',
    'Xoutput_short.years': 'S!$A$3',
    Xoutput_years: 'S!$A$3',
    Xoutput_ratio: 'S!$A$7',
    Xoutput_fixed: 'S!$B$4',
    Xoutput_moment: 'S!$C$1',
    Xoutput_luck: 'S!$C$2',
  },
})

describe('an engine on a program and on the evaluator', () => {
  test('an input with a formula takes it as its default, whatever the other inputs are', () => {
    expect(both(QUOTE, { age: 30 }).outputs['years']).toBe(25)
    expect(both(QUOTE, { age: 30, end: 70 }).outputs['years']).toBe(40)
    expect(both(QUOTE, { end: null }).outputs['years']).toBe(-40)
  })

  test('a number that is given as a text keeps all its digits, unlike a text in a cell', () => {
    const { outputs } = both(QUOTE, { age: '0.30000000000000004', end: '1.1000000000000001' })
    expect(outputs['years']).toBe(1.1000000000000001 - 0.30000000000000004)
  })

  test('a subservice has its own inputs and outputs', () => {
    const { outputs, warnings } = both(QUOTE, { end: 50 }, { subservice: 'SHORT' })
    expect(outputs).toEqual({ years: 10 })
    expect(warnings).toEqual([])
    expect(both(QUOTE, {}, { subservice: 'long' }).errors.map(({ key }) => key)).toEqual(['long'])
  })

  test('only the outputs that are asked for are given', () => {
    const { outputs, warnings } = both(QUOTE, { age: 1, end: 2 }, { outputs: ['Years', 'Colour'] })
    expect(outputs).toEqual({ years: 1 })
    expect(warnings.map(({ key }) => key)).toEqual(['Colour'])
  })

  test('an error names the cell where it arose, also among cells that never change', () => {
    const { errors } = both(QUOTE, { age: 40 })
    expect(errors.map(({ key, cell }) => [key, cell])).toEqual([
      ['ratio', 'S!A4'],
      ['fixed', 'S!B1'],
    ])
  })

  test('names that the workbook does not have are counted, and the first of them told', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`, i]))
    const { outputs, warnings } = both(QUOTE, { ...unknown, age: 30, end: 70, ['y'.repeat(1000)]: 1 })
    expect(outputs['years']).toBe(40)
    expect(warnings).toHaveLength(21)
    expect(warnings[0]?.key).toBe('x0')
    expect(warnings[20]?.message).toBe('There are 4981 more inputs that the workbook does not have.')
  })

  test('far more names than there are inputs are refused unseen', () => {
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`x${i}`, i]))
    expect(both(QUOTE, unknown).errors).toEqual([{ key: '', message: '20000 inputs are given; the workbook has 2.' }])
  })

  test('a text that no cell can hold is refused, whatever the input takes', () => {
    const refusal = (age: string) => both(QUOTE, { age }).errors[0]?.message
    expect(refusal(`${'1'.repeat(40_000)}x`)).toMatch(/^"1{100}…" is not allowed; .* at most 32767 characters\.$/)
    expect(refusal(`${'1'.repeat(32_766)}x`)).toMatch(/^"1{100}…" is not allowed; give a number\.$/)
  })

  test('clock and random numbers come with each call', () => {
    const first = both(QUOTE, { age: 1 }, { now: 50_000.5, seed: 3 })
    expect(first.outputs['moment']).toBe(50_001.5)
    expect(both(QUOTE, { age: 1 }, { now: 50_000.5, seed: 3 })).toEqual(first)
    expect(both(QUOTE, { age: 1 }, { seed: 4 }).outputs['luck']).not.toBe(first.outputs['luck'])
  })

  test('lists that depend on other inputs', () => {
    const rule: DataValidation = {
      ranges: [{ top: 1, left: 0, bottom: 1, right: 0 }],
      type: 'list',
      operator: 'between',
      items: undefined,
      formula1: 'INDIRECT($A$1)',
      formula2: undefined,
      allowBlank: false,
      errorStyle: 'stop',
      showError: true,
      errorTitle: undefined,
      errorMessage: 'Not on offer',
      showPrompt: false,
      promptTitle: undefined,
      promptMessage: undefined,
    }
    const plain = makeWorkbook({
      sheets: { S: { A1: 'Fruit', A2: 'apple', A3: '=A2&"!"', D1: 'apple', D2: 'plum', E1: 'leek' } },
      names: {
        Fruit: 'S!$D$1:$D$2',
        Greens: 'S!$E$1:$E$2',
        Xinput_kind: 'S!$A$1',
        Xinput_choice: 'S!$A$2',
        Xoutput_said: 'S!$A$3',
      },
    })
    const [sheet] = plain.sheets
    const workbook = sheet ? { ...plain, sheets: [{ ...sheet, validations: [rule] }] } : plain
    expect(both(workbook, { kind: 'Fruit', choice: 'plum' }).outputs).toEqual({ said: 'plum!' })
    expect(both(workbook, { kind: 'greens', choice: 'leek' }).outputs).toEqual({ said: 'leek!' })
    expect(both(workbook, { kind: 'Greens', choice: 'plum' }).errors).toEqual([
      { key: 'choice', message: 'Not on offer', cell: 'S!A2' },
    ])
    expect(both(workbook, { kind: 'Stones', choice: 'plum' }).errors.map(({ key }) => key)).toEqual(['choice'])
  })

  test('a rule whose author wrote no message says what it allows', () => {
    const rule = (row: number, part: Partial<DataValidation>): DataValidation => ({
      ...silentRule,
      ranges: [{ top: row, left: 0, bottom: row, right: 0 }],
      ...part,
    })
    const plain = makeWorkbook({
      sheets: { S: { A1: 40, A2: 'apple', A3: 'abc', A4: '=A1+1', B1: 18, D1: 'apple', D2: 'plum' } },
      names: { Xinput_age: 'S!$A$1', Xinput_fruit: 'S!$A$2', Xinput_word: 'S!$A$3', Xoutput_next: 'S!$A$4' },
    })
    const [sheet] = plain.sheets
    const validations = [
      rule(0, { type: 'whole', operator: 'between', formula1: '$B$1', formula2: '99' }),
      rule(1, { type: 'list', formula1: '$D$1:$D$3' }),
      rule(2, { type: 'textLength', operator: 'lessThanOrEqual', formula1: '5' }),
    ]
    const workbook = sheet ? { ...plain, sheets: [{ ...sheet, validations }] } : plain
    const broken = 'The value does not meet the restrictions set for this cell.'
    expect(both(workbook, { age: 17, fruit: 'leek', word: 'too long' }).errors).toEqual([
      { key: 'age', message: `${broken} Allowed are whole numbers: 18 to 99.`, cell: 'S!A1' },
      { key: 'fruit', message: `${broken} Give one of apple, plum.`, cell: 'S!A2' },
      { key: 'word', message: `${broken} Allowed are texts with a number of characters: at most 5.`, cell: 'S!A3' },
    ])
  })

  test('rows that give a column twice are refused, and columns that there are not keep the name they came with', () => {
    const workbook = makeWorkbook({
      sheets: { S: { A1: 'Name', B1: 'Age', A2: 'Ann', B2: 30, A3: null, B3: null, C1: '=SUM(B2:B3)' } },
      names: { Xinput_people: 'S!$A$1:$B$3', Xoutput_total: 'S!$C$1' },
    })
    const refused = both(workbook, { people: [{ Age: 18, age: 80 }] })
    expect(refused.outputs).toEqual({})
    expect(refused.errors).toEqual([
      { key: 'people', message: 'Row 1 gives the column "age" twice, spelt differently.', cell: 'S!A1' },
    ])
    const unknown = both(workbook, { people: [{ Age: 18, Nam: 'Ann' }] })
    expect(unknown.outputs).toEqual({ total: 18 })
    expect(unknown.warnings.map(({ message }) => message)).toEqual([
      'Row 1 names a column "Nam", which there is not; the value was not used.',
    ])
    const dated = both(workbook, { people: [{ Age: 18 }, { Age: '1/2' }] })
    expect(dated.outputs).toEqual({ total: 46_042 })
    expect(dated.warnings.map(({ message }) => message)).toEqual([
      '"1/2" in row 2 was read as a date or time, 46024; a number was expected.',
    ])
    expect(both(workbook, { people: [{}, {}, {}] }).errors.map(({ message }) => message)).toEqual([
      '3 rows are given; the workbook has room for 2.',
    ])
  })
})

/** A rule that stops wrong values without a message of its own. */
const silentRule: Omit<DataValidation, 'ranges'> = {
  type: 'any',
  operator: 'between',
  items: undefined,
  formula1: undefined,
  formula2: undefined,
  allowBlank: false,
  errorStyle: 'stop',
  showError: true,
  errorTitle: undefined,
  errorMessage: undefined,
  showPrompt: false,
  promptTitle: undefined,
  promptMessage: undefined,
}

test('a solve that is switched off does not make every output a run of its own', () => {
  const rows = Array.from({ length: 40 }, (_, i): [string, string] => [`D${i + 1}`, `=A1+${i}+LEN(A2)`])
  const workbook = makeWorkbook({
    sheets: {
      S: {
        A1: 1,
        A2: 'a',
        A3: 5,
        A4: '=A3*2+A1*0',
        B1: 'Run if',
        C1: false,
        B2: 'Target cell',
        C2: 'S!A4',
        B3: 'Target value',
        C3: 10,
        B4: 'By changing',
        C4: 'S!A3',
        ...Object.fromEntries(rows),
      },
    },
    names: {
      Xinput_n: 'S!$A$1',
      Xsolve_five: 'S!$B$1:$C$4',
      ...Object.fromEntries(rows.map(([cell], i) => [`Xoutput_o${i}`, `S!$D$${cell.slice(1)}`])),
    },
  })
  const bound = new BoundWorkbook(workbook, functions)
  const ports = findPorts(bound, new Diagnostics())
  const module = loadProgram(compileEngine(bound, ports, { evaluation: { ...LIMITS, now: 46_000, seed: 9 } }).program)
  let all = 0
  let run = 0
  const counted: typeof module = {
    ...module,
    link: (host) => {
      const steps = module.link(host)
      all = steps.length
      return steps.map((step) => () => {
        run += 1
        step()
      })
    },
  }
  const engine = programEngine(counted, { functions, ...LIMITS })
  expect(engine.execute({ n: 3 }, OPTIONS).outputs).toMatchObject({ o0: 4, o39: 43 })
  expect(run).toBeLessThanOrEqual(2 * all)
})

describe('many records', () => {
  const work = makeWorkbook({
    sheets: { S: { A1: 3, A2: '=SUM(SEQUENCE(A1))', A3: '=IF(A1<0,1/0,A2)' } },
    names: { Xinput_n: 'S!$A$1', Xoutput_sum: 'S!$A$3' },
  })
  const records = [{ n: 4 }, { n: 900_000 }, { n: 'four' }, { n: -1 }, { n: 4 }]

  test.each(['program', 'evaluator'] as const)('an error is that of its record, on the %s', (kind) => {
    const results = [...engines(work, 100_000)[kind].executeAll(records, OPTIONS)]
    expect(results.map(({ outputs }) => outputs['sum'])).toEqual([10, undefined, undefined, '#DIV/0!', 10])
    expect(results.map(({ errors }) => errors.length)).toEqual([0, 1, 1, 1, 0])
    expect(results[1]).toMatchObject({ ended: 'steps', outputs: {} })
    expect(results[4]).toEqual(results[0])
  })

  test('a deadline ends the record', () => {
    const { program } = engines(work)
    const result = program.execute({ n: 4 }, { ...OPTIONS, isPastDeadline: () => true })
    expect(result).toMatchObject({ ended: 'time', outputs: {} })
    expect(program.execute({ n: 4 }, OPTIONS).outputs).toEqual({ sum: 10 })
  })
})
