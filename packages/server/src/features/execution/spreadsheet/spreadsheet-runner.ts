import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import { serialOfMoment } from '@sheetwright/runtime/dates/serial.ts'
import { DeadlinePassed } from '@sheetwright/runtime/program/steps.ts'
import { cellLabel } from '@sheetwright/runtime/engine/cell-label.ts'
import type { EngineInputs, Message } from '@sheetwright/runtime/engine/call.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { FairTurns, TurnRefused } from '../../../platform/office/fair-turns.ts'
import { KeptBooks } from '../../../platform/office/kept-books.ts'
import type { Office } from '../../../platform/office/office.ts'
import { BookStopped } from '../../../platform/office/open-book.ts'
import { BoundedCache } from '../../../platform/sandbox/bounded-cache.ts'
import { ChildStopped } from '../../../platform/sandbox/run-in-child.ts'
import { describeValidations, type InputValidation } from '@sheetwright/runtime/engine/describe-validations.ts'
import type { EngineContent } from '../engine-content.ts'
import type { EngineTaskResult } from '../engine-task.ts'
import type { RunOrder } from '../engine-runner.ts'
import type { LoadedEngine } from '../loaded-engines.ts'
import { isRecord, malformedRecord, type RecordResult } from '../run-records.ts'
import { readPlan } from './read-plan.ts'
import { SpreadsheetBook } from './spreadsheet-book.ts'
import { AnswerMissing, SpreadsheetCalculator } from './spreadsheet-calculator.ts'
import type { SpreadsheetPlan } from './spreadsheet-plan.ts'

/** Runs engines whose workbook LibreOffice computes. */
export interface SpreadsheetRunner {
  run(engine: LoadedEngine, order: RunOrder): Promise<EngineTaskResult>
  /** The workbook with the inputs of a record and LibreOffice's results, as xlsx. */
  saved(engine: LoadedEngine, order: SavedOrder): Promise<Buffer>
  /** Throws with the reason if LibreOffice cannot compute a workbook. */
  check(
    workbook: Uint8Array,
    options: { readonly locale: string; readonly owner: string; readonly marks?: MarkedInterface | undefined },
  ): Promise<void>
  close(): Promise<void>
}

type SavedOrder = Pick<RunOrder, 'options' | 'owner'> & { readonly inputs: EngineInputs }

export interface SpreadsheetLimits {
  readonly seconds: number
  readonly megabytes: number
  /** The most workbooks open at the same time, each in its own process. */
  readonly processes: number
}

/** A calculation that waits longer for a process is refused. */
const longestWaitMs = 30_000
/** Opening a workbook has its own time limit, apart from the calculation's. */
const openMillis = 60_000
/** How often LibreOffice is restarted for a batch whose records crash it. */
const mostRestarts = 3
/** Workbooks that cannot be computed are remembered, so that nobody waits for the failure twice. */
const rememberedFailures = 1000

const notInstalled = 'Engines of type Type3 are computed by LibreOffice, which is not installed here'

export function openSpreadsheetRunner(office: Office, limits: SpreadsheetLimits): SpreadsheetRunner {
  const books = new KeptBooks<SpreadsheetBook>(limits.processes)
  const checks = new FairTurns(1)
  const failures = new BoundedCache<CallError>(rememberedFailures)

  const open = async ({ key, content }: LoadedEngine): Promise<SpreadsheetBook> => {
    const known = failures.get(key)
    if (known !== undefined) throw known
    if (content.workbook === undefined) throw new Error('An engine that LibreOffice computes needs its workbook')
    return openSpreadsheet(office, content.workbook, content, limits).catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'WORKBOOK_BEYOND_ENGINE_TYPE') failures.set(key, error, 1)
      throw error
    })
  }

  const withBook = async <T>(engine: LoadedEngine, owner: string, use: (book: SpreadsheetBook) => Promise<T>) => {
    if (!office.isInstalled) throw new CallError('ENGINE_TYPE_NOT_AVAILABLE', notInstalled)
    const order = { key: engine.key, owner, waitMillis: longestWaitMs, open: () => open(engine), use }
    try {
      return await books.run(order)
    } catch (error) {
      throw asCallError(error)
    }
  }

  return {
    run: (engine, order) =>
      withBook(engine, order.owner, (book) => runRecords(book, () => open(engine), engine.content, order, limits)),
    saved: (engine, { inputs, ...order }) =>
      withBook(engine, order.owner, async (book) => {
        const reopen = () => open(engine)
        await runRecords(book, reopen, engine.content, { ...order, records: [inputs] }, limits)
        return book.saved(limits.seconds * 1000)
      }),
    check: async (workbook, { owner, ...about }) => {
      try {
        const book = await checks.run(owner, () => openSpreadsheet(office, workbook, about, limits))
        await book.close()
      } catch (error) {
        throw asCallError(error)
      }
    },
    close: () => books.close(),
  }
}

/** Starts LibreOffice with the workbook of an engine, and checks that it can compute it. */
async function openSpreadsheet(
  office: Office,
  workbook: Uint8Array,
  { locale, marks }: Pick<EngineContent, 'locale' | 'marks'>,
  { seconds, megabytes }: SpreadsheetLimits,
): Promise<SpreadsheetBook> {
  const starting = office.openBook({ locale, megabytes })
  // It may fail before anybody awaits it.
  starting.catch(() => undefined)
  try {
    const { plan, prepared } = await readPlan(workbook, marks, { memoryMegabytes: megabytes, seconds })
    if (plan.obstacles.length > 0) throw cannotCompute(plan.obstacles)
    const book = await SpreadsheetBook.open(await starting, plan, prepared, openMillis)
    const unknown = await book.unknownFunctions(openMillis)
    if (unknown.length === 0) return book
    throw cannotCompute(
      unknown.map(({ name, where }) => ({ cell: where, reason: `LibreOffice does not know ${name}` })),
    )
  } catch (error) {
    await starting.then(
      (book) => book.close(),
      () => undefined,
    )
    throw error
  }
}

function cannotCompute(obstacles: readonly { readonly cell: string; readonly reason: string }[]): CallError {
  const [first] = obstacles
  return new CallError(
    'WORKBOOK_BEYOND_ENGINE_TYPE',
    `LibreOffice cannot compute this workbook. ${first?.cell}: ${first?.reason}.`,
    obstacles.map(({ cell, reason }) => ({ field: cell, message: reason })),
  )
}

/** All records share the time limit of one calculation; one that crashes LibreOffice does not affect the next. */
async function runRecords(
  first: SpreadsheetBook,
  reopen: () => Promise<SpreadsheetBook>,
  content: EngineContent,
  { records, options, also }: RunOrder,
  { seconds }: SpreadsheetLimits,
): Promise<EngineTaskResult> {
  const until = performance.now() + seconds * 1000
  const calculator = new SpreadsheetCalculator(first.plan, content.locale)
  const engine = new Engine(content.ports, calculator)
  const { at, ...rest } = options
  const asked = { ...rest, now: serialOfMoment(at, first.plan.date1904) }
  const unsteady = unsteadyResults(first.plan)
  const results: RecordResult[] = []
  let validations: InputValidation[] | undefined
  let book = first
  let restarts = 0
  try {
    for (const inputs of records) {
      const from = performance.now()
      const result = await computed(inputs).catch((error: unknown) => {
        if (records.length === 1 || !(error instanceof BookStopped)) throw error
        return failed(error)
      })
      results.push({ ...result, micros: Math.round((performance.now() - from) * 1000) })
    }
    return { results, ...(validations === undefined ? {} : { validations }) }
  } finally {
    if (book !== first) await book.close()
  }

  async function computed(inputs: EngineInputs): Promise<Omit<RecordResult, 'micros'>> {
    if (!isRecord(inputs)) return malformedRecord
    calculator.answers.length = 0
    if (book.isEnded && performance.now() < until && restarts < mostRestarts) {
      restarts++
      if (book !== first) await book.close()
      book = await reopen()
    }
    for (;;) {
      try {
        const result = engine.execute(inputs, asked)
        if (also === 'validations') validations = describeValidations(content.ports.inputs, calculator)
        return unsteady.length === 0 ? result : { ...result, warnings: [...result.warnings, ...unsteady] }
      } catch (error) {
        if (!(error instanceof AnswerMissing)) throw error
        const millis = until - performance.now()
        if (millis <= 0) throw new BookStopped('time', new DeadlinePassed().message)
        calculator.answers.push(await book.answer(error.question, millis))
      }
    }
  }
}

const unsteadyFunctions: ReadonlySet<string> = new Set(['NOW', 'TODAY', 'RAND', 'RANDBETWEEN', 'RANDARRAY'])

/**
 * LibreOffice uses its own clock and random numbers, whatever the time of a call: every result carries this warning.
 */
function unsteadyResults({ functions, namedFunctions, sheetNames }: SpreadsheetPlan): Message[] {
  const calls = [
    ...functions.map((one) => ({ name: one.name, where: cellLabel(sheetNames, one) })),
    ...namedFunctions.map(({ name, definedName }) => ({ name, where: definedName })),
  ]
  return calls
    .filter(({ name }) => unsteadyFunctions.has(name.toUpperCase()))
    .map(({ name, where }) => ({
      key: where,
      message: `${name.toUpperCase()} is LibreOffice's own here: the same inputs can give another result at another time.`,
    }))
}

function failed(error: BookStopped): Omit<RecordResult, 'micros'> {
  return {
    outputs: {},
    warnings: [],
    errors: [{ key: '', message: error.message }],
    solves: [],
    ...(error.reason === 'time' ? { ended: 'time' as const } : {}),
  }
}

function asCallError(error: unknown): unknown {
  if (error instanceof TurnRefused) {
    return new CallError('SERVICE_UNAVAILABLE', 'Too many calculations are waiting', undefined, 5)
  }
  if (error instanceof BookStopped) return new CallError('CALCULATION_LIMIT_EXCEEDED', error.message)
  if (error instanceof ChildStopped && error.reason !== 'fault') {
    return new CallError('CALCULATION_LIMIT_EXCEEDED', `The workbook could not be read. ${error.message}`)
  }
  return error
}
