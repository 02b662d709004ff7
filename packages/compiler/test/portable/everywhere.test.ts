import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createContext, Script } from 'node:vm'
import { Worker } from 'node:worker_threads'
import type { EngineResult } from '@sheetwright/runtime/engine/call.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { findPorts } from '../../src/3-bind/ports/find-ports.ts'
import { Diagnostics } from '../../src/diagnostics/diagnostics.ts'
import { compileEngine } from '../../src/compile.ts'
import { plainStyle } from '../../src/model/style.ts'
import { runWorkbook } from '../../src/run/run-workbook.ts'
import { makeWorkbook } from '../support/make-workbook.ts'

const OPTIONS = { now: 46_037.25, seed: 7, locale: 'en-US', steps: 10_000_000 }

/** Some cells are generated, some are left to the evaluator: a program that decides at run time what it reads. */
const BOOK = makeWorkbook({
  sheets: {
    S: {
      A1: 3,
      A2: 'B',
      A3: '=CELL("format",A1)&ISFORMULA(A4)&CELL("type",A2)&CELL("width",B1)&CELL("prefix",A2)&CELL("protect",A1)',
      A4: '=SUM(INDIRECT(A2&"1:"&A2&A1))',
      A5: '=A4*2+VLOOKUP(A1,T!A1:B4,2,FALSE)',
      A6: '=IF(A1>3,1/0,A5)',
      A7: '=TEXT(NOW(),"yyyy-mm-dd")',
      'B1:B5': '=ROW()^2',
    },
    T: { A1: 1, B1: 'x', A2: 2, B2: 20, A3: 3, B3: 30, A4: 4, B4: 40 },
  },
  names: {
    Xinput_count: 'S!$A$1',
    Xinput_column: 'S!$A$2',
    Xoutput_facts: 'S!$A$3',
    Xoutput_sum: 'S!$A$4',
    Xoutput_total: 'S!$A$5',
    Xoutput_failing: 'S!$A$6',
    Xoutput_day: 'S!$A$7',
  },
  styles: { 'S!A1': { locked: false }, 'S!A2': { alignment: { ...plainStyle.alignment, horizontal: 'center' } } },
})

/** With its second columns hidden. */
const WORKBOOK = {
  ...BOOK,
  sheets: BOOK.sheets.map((sheet) => ({
    ...sheet,
    columns: [{ first: 1, last: 1, width: 10, hidden: true, style: 0 }],
  })),
}

const RECORDS = [{ count: 2, column: 'B' }, { count: 4 }, { count: 3, column: '?' }, { count: 'many' }, {}]

const ENTRY = `
import * as program from './program.mjs'
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { portableDelegate } from '@sheetwright/compiler/portable-delegate.ts'

const limits = { locale: 'en-US', steps: 10_000_000 }
const engine = programEngine(program, { functions, ...limits, delegate: portableDelegate(program, functions, limits) })
globalThis.answer = (records, options) => JSON.stringify([...engine.executeAll(JSON.parse(records), JSON.parse(options))])
`

describe('a program with the evaluator beside it', () => {
  let folder = ''
  let bundle = ''
  let delegated = 0
  let expected: readonly EngineResult[] = []

  beforeAll(async () => {
    const bound = new BoundWorkbook(WORKBOOK, functions)
    const ports = findPorts(bound, new Diagnostics())
    const { program, report } = compileEngine(bound, ports, { evaluation: OPTIONS })
    delegated = report.delegated.length
    expected = RECORDS.map((record) => {
      const { evaluator: _evaluator, ...result } = runWorkbook(bound, ports, record, OPTIONS)
      return result
    })
    folder = await mkdtemp(path.join(import.meta.dirname, '.bundle-'))
    await writeFile(path.join(folder, 'program.mjs'), program)
    await writeFile(path.join(folder, 'entry.mjs'), ENTRY)
    const build = await rolldown({ input: path.join(folder, 'entry.mjs'), platform: 'browser' })
    const { output } = await build.generate({ format: 'iife' })
    await build.close()
    bundle = output[0].code
  })

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  test('leaves some cells to it', () => {
    expect(delegated).toBeGreaterThan(0)
  })

  test('runs where there is nothing of Node and no text may become code', () => {
    const context = createContext({}, { codeGeneration: { strings: false, wasm: false } })
    new Script(bundle).runInContext(context)
    const call = `answer(${JSON.stringify(JSON.stringify(RECORDS))}, ${JSON.stringify(JSON.stringify(OPTIONS))})`
    expect(JSON.parse(new Script(call).runInContext(context) as string)).toEqual(expected)
  })

  test('runs in a worker thread', async () => {
    const code = `${bundle}
      const { parentPort, workerData } = require('node:worker_threads')
      parentPort.postMessage(answer(workerData.records, workerData.options))`
    const worker = new Worker(code, {
      eval: true,
      workerData: { records: JSON.stringify(RECORDS), options: JSON.stringify(OPTIONS) },
    })
    const answer = await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()
    expect(JSON.parse(answer)).toEqual(expected)
  })
})
