import { parentPort, workerData } from 'node:worker_threads'
import { portableDelegate } from '@sheetwright/compiler/portable-delegate.ts'
import { portableEngine, type PortableSettings } from '@sheetwright/compiler/portable-engine.ts'
import {
  type BlockResults,
  countOf,
  cutBlock,
  plainType,
  type RecordBlock,
  recordsOf,
  type ResultsFormat,
  type RowPlan,
  RowWriter,
} from '@sheetwright/compiler/portfolio.ts'
import { RowPagesMaker } from '@sheetwright/runtime/parquet/row-pages.ts'
import { loadModuleNow } from '../load-module.ts'
import { compressPage } from './compress-page.ts'

/** Records whose results are in memory at the same time: values of more would outlive the young generation. */
const atOnce = 128

/** The data a thread computes with. */
export interface ThreadSetup {
  readonly sheetwright: 'portfolio'
  readonly program: string
  readonly settings: PortableSettings
  readonly now: string
  readonly seed: number
  readonly plan: RowPlan
  /** Formats of the results. */
  readonly formats: readonly ResultsFormat[]
}

export interface ThreadOrder {
  readonly no: number
  readonly block: RecordBlock
}

export interface ThreadAnswer {
  readonly no: number
  readonly results: BlockResults
}

/** Whether this is a compute thread. */
export function isComputeThread(data: unknown): data is ThreadSetup {
  return typeof data === 'object' && data !== null && 'sheetwright' in data && data.sheetwright === 'portfolio'
}

/**
 * Computes blocks of records until the run ends and writes their results here, so that values are not transferred one
 * by one.
 */
export function computeBlocks(): void {
  const { program, settings, now, seed, plan, formats } = workerData as ThreadSetup
  const engine = portableEngine(() => loadModuleNow(program), settings, portableDelegate)
  const columns = plan.columns.map(({ name, type }) => ({ name, type: plainType(type) }))
  const writer = new RowWriter(plan, formats, new RowPagesMaker(columns, compressPage))
  parentPort?.on('message', ({ no, block }: ThreadOrder) => {
    const count = countOf(block)
    for (let from = 0; from < count; from += atOnce) {
      const some = cutBlock(block, from, from + atOnce)
      writer.addAll(some, engine.calculateAll(recordsOf(plan, some), { now, seed }))
    }
    const answer: ThreadAnswer = { no, results: writer.end() }
    parentPort?.postMessage(answer, [])
  })
}
