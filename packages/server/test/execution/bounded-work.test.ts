import { reopenWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { compileEngine } from '@sheetwright/compiler/compile.ts'
import { boundedFunctions } from '@sheetwright/runtime/functions/bounded.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { makeWorkbook } from '../../../compiler/test/support/make-workbook.ts'
import { isBounded } from '../../src/features/execution/bounded-program.ts'
import { openEngineRunner } from '../../src/features/execution/engine-runner.ts'
import type { LoadedEngine } from '../../src/features/execution/loaded-engines.ts'

const runner = openEngineRunner({ seconds: 2, megabytes: 512, threads: 2 }, pino({ enabled: false }))

afterAll(() => runner.close())

/** A loaded engine with one formula on the input. */
function engineOf(formula: string, change = (program: string) => program): LoadedEngine {
  const workbook = makeWorkbook({
    sheets: { S: { A1: 1, A2: formula } },
    names: { Xinput_in: 'S!$A$1', Xoutput_out: 'S!$A$2' },
  })
  const { bound, ports } = reopenWorkbook(workbook)
  const evaluation = { locale: 'en-US', steps: 1e6, now: 46_000, seed: 9 }
  const { program } = compileEngine(bound, ports, { evaluation })
  const content = { ports, locale: 'en-US', timeZone: undefined, program: change(program), workbook: undefined }
  const loaded: Partial<LoadedEngine> = { key: formula, content, isShort: isBounded(program), evalMicros: 1 }
  return loaded as LoadedEngine
}

const order = (input: number) => ({
  records: [{ in: input }],
  options: { at: 0, seed: 1, correlationId: '', outputs: ['out'] },
})

it('every function that counts as bounded is one of the library', () => {
  expect([...boundedFunctions].filter((name) => functions.get(name)?.name !== name)).toEqual([])
})

it('only a program that is bounded whatever its inputs are runs where requests are answered', () => {
  const short = ['=A1+1', '=ROUND(PMT(A1,10,100),2)', '=IF(A1>1,SUM(A1:A1),VLOOKUP(A1,A1:A1,1))']
  const long = ['=CUMIPMT(0.1,A1,100,1,A1,0)', '=SUM(OFFSET(A1,A1,0))', '=SUM(SEQUENCE(A1))', '=BINOM.INV(A1,0.5,0.5)']
  expect(short.map((formula) => engineOf(formula).isShort)).toEqual(short.map(() => true))
  expect(long.map((formula) => engineOf(formula).isShort)).toEqual(long.map(() => false))
})

it('a loop that does not count costs one call, and nobody else waits for it', async () => {
  // An unforeseen loop: inside a function, and not counted.
  const looping = engineOf('=CUMIPMT(0.1,A1,100,1,A1,0)', (program) =>
    program.replace(/host\.fn\("CUMIPMT"\)/, '{ ...host.fn("CUMIPMT"), body: () => { for (;;); } }'),
  )
  const plain = engineOf('=A1*2')
  const stopped = Promise.resolve(runner.run(looping, order(12), 'one')).then(
    () => 'answered',
    (error: unknown) => (error as { code: string }).code,
  )
  for (let input = 1; input <= 10; input++) {
    const { results } = await runner.run(plain, order(input), 'other')
    expect(results[0]?.outputs).toEqual({ out: input * 2 })
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  expect(await stopped).toBe('CALCULATION_LIMIT_EXCEEDED')
  const { results } = await runner.run(engineOf('=CUMIPMT(0.1,A1,100,1,A1,0)'), order(12), 'one')
  expect(results[0]?.outputs['out']).toBeCloseTo(-76.1, 0)
})
