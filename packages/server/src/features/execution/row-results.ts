import {
  csvLine,
  plainType,
  type RecordBlock,
  type RecordError,
  rowNumber,
  type RowPlan,
  RowWriter,
} from '@sheetwright/compiler/portfolio.ts'
import { mostFirstErrors, type PortfolioError } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { RowPagesMaker } from '@sheetwright/runtime/parquet/row-pages.ts'
import { blockOf } from '../../platform/parquet/block-bytes.ts'
import { compressPage } from '../../platform/parquet/compress-page.ts'
import type { RowSource } from './read-records.ts'
import type { ResultsTaker, SliceTexts } from './record-texts.ts'
import { mostFailures, outputsOf, type RecordResult } from './run-records.ts'

interface TakenWriter {
  readonly plan: string
  readonly writer: RowWriter
}

/** The last writer of this thread, with its memory, for reuse: blocks of one run follow each other. */
let spare: TakenWriter | undefined

function takeWriter(plan: RowPlan): TakenWriter {
  const key = JSON.stringify(plan)
  const found = spare
  spare = undefined
  if (found?.plan === key) return found
  const columns = plan.columns.map(({ name, type }) => ({ name, type: plainType(type) }))
  return { plan: key, writer: new RowWriter(plan, ['parquet'], new RowPagesMaker(columns, compressPage)) }
}

/** Writes the results of a portfolio's records, in the thread that computes them, so that only bytes are transferred. */
export class RowResults implements ResultsTaker {
  private readonly first: number
  private readonly block: RecordBlock
  private readonly taken: TakenWriter
  private readonly failures: string[] = []
  private readonly firstErrors: PortfolioError[] = []
  private errorLines = ''
  private failed = 0
  private micros = 0

  constructor({ plan, block, first }: RowSource) {
    this.first = first
    this.block = blockOf(block)
    this.taken = takeWriter(plan)
  }

  add(result: RecordResult, place: number): void {
    const { errors, micros, failure } = result
    if (failure !== undefined && this.failures.length < mostFailures) this.failures.push(failure)
    this.micros += micros
    if (errors.length > 0) this.failed++
    const outputs = outputsOf(result)
    const status = outputs === null ? 'refused' : 'success'
    const index = this.first + place
    const shown = this.taken.writer.add(this.block, index, { status, outputs, errors })
    if (shown.length > 0) this.note(rowNumber(this.block, index), shown)
  }

  end(): SliceTexts {
    const { failed, micros, failures, firstErrors } = this
    const { written, ...counts } = this.taken.writer.end()
    spare = this.taken
    const [pages] = written
    if (pages === undefined || !('rows' in pages)) throw new Error('Results have another format')
    const nothing = { outputs: '', times: '', warnings: '', errors: '', warned: 0 }
    const errors = new TextEncoder().encode(this.errorLines)
    const rows = { ...counts, pages, errors, firstErrors }
    return { count: counts.records, ...nothing, failed, micros, failures, rows }
  }

  private note(row: number, errors: readonly RecordError[]): void {
    for (const { key: column, message: reason } of errors) {
      if (this.firstErrors.length < mostFirstErrors) this.firstErrors.push({ row, column, reason })
      this.errorLines += csvLine([row, column, reason])
    }
  }
}
