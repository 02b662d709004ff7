import path from 'node:path'
import {
  type ComputedRecord,
  countOf,
  csvLine,
  cutBlock,
  plainType,
  type RecordBlock,
  type RecordError,
  recordsOf,
  type RecordSource,
  type RowPlan,
  UnreadablePortfolio,
  writeBlock,
} from '@sheetwright/compiler/portfolio.ts'
import { mostFirstErrors, type PortfolioError } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { RowPagesMaker } from '@sheetwright/runtime/parquet/row-pages.ts'
import type { z } from 'zod'
import { LineWriter } from '../../platform/files/line-file.ts'
import { compressPage } from '../../platform/parquet/compress-page.ts'
import { ResultFileWriter } from '../../platform/parquet/result-file.ts'
import { type ComputedTexts, type partAnswer, partFiles, type readAnswer } from './portfolio-request.ts'

/** Consecutive records, and how many of them are computed. */
interface Piece {
  readonly block: RecordBlock
  readonly computed: number
}

/** A portfolio that is being read. */
export interface OpenedPortfolio {
  readonly source: RecordSource
  /** How much of the file is read, up to 1. */
  readonly fraction: (records: number) => number
}

interface OpenFiles {
  readonly parquet: ResultFileWriter
  readonly csv: LineWriter
  readonly errors: LineWriter
}

/** Records that one thread computes at once, at most. */
const mostInPart = 512

/** Reads records, and writes the result of each. Records are written in the order in which they were read. */
export class PortfolioBlocks {
  private readonly folder: string
  private readonly plan: RowPlan
  private readonly blocks: AsyncIterator<RecordBlock>
  private readonly fraction: (records: number) => number
  private readonly maker: RowPagesMaker
  private readonly waiting: (readonly Piece[])[] = []
  private block: RecordBlock | undefined
  private position = 0
  private read = 0
  private part: number
  private files: OpenFiles | undefined
  private counts = { records: 0, refused: 0, withErrors: 0 }
  private firstErrors: PortfolioError[] = []

  constructor(folder: string, { source, fraction }: OpenedPortfolio, { plan, part }: { plan: RowPlan; part: number }) {
    this.folder = folder
    this.plan = plan
    this.part = part
    this.blocks = source.blocks[Symbol.asyncIterator]()
    this.fraction = fraction
    this.maker = new RowPagesMaker(this.columns(), compressPage)
  }

  /** Leaves records out that other parts hold. */
  async skip(records: number): Promise<void> {
    for (let left = records; left > 0; ) left -= (await this.take(left)).reduce((sum, block) => sum + countOf(block), 0)
  }

  /** The next records, at most this many. */
  async next(records: number): Promise<z.input<typeof readAnswer>> {
    try {
      const blocks = await this.take(records)
      const given = blocks.map((block) => ({ block, inputs: recordsOf(this.plan, block) }))
      this.waiting.push(given.map(({ block, inputs }) => ({ block, computed: inputs.length })))
      const count = blocks.reduce((sum, block) => sum + countOf(block), 0)
      const isEnd = (await this.current()) === undefined
      const parts = partsOf(given.flatMap(({ inputs }) => inputs))
      return { parts, records: count, fraction: this.fraction(this.read), isEnd }
    } catch (error) {
      if (!(error instanceof UnreadablePortfolio)) throw error
      return { problem: error.message }
    }
  }

  /** Writes the oldest records with the engine's results. */
  async write(texts: readonly ComputedTexts[]): Promise<null> {
    const pieces = this.waiting.shift()
    if (pieces === undefined) throw new Error('No records wait')
    const results = computedOf(texts)
    const files = await this.openFiles()
    let from = 0
    for (const { block, computed } of pieces) {
      let errors = ''
      const written = writeBlock(
        this.plan,
        block,
        results.slice(from, from + computed),
        ['parquet', 'csv'],
        this.maker,
        (row, found) => {
          errors += this.note(row, found)
        },
      )
      from += computed
      for (const key of ['records', 'refused', 'withErrors'] as const) this.counts[key] += written[key]
      const [pages, lines] = written.written
      if (typeof pages !== 'object' || typeof lines !== 'string') throw new Error('Results have another format')
      await files.parquet.add(pages)
      await files.csv.write(lines)
      await files.errors.write(errors)
    }
    if (from !== results.length) throw new Error(`${from} records gave ${results.length} results`)
    return null
  }

  /** Closes the files of a part. */
  async end(): Promise<z.input<typeof partAnswer>> {
    const { parquet, csv, errors } = await this.openFiles()
    await parquet.end()
    await parquet.close()
    await csv.close()
    await errors.close()
    const answer = { ...this.counts, firstErrors: this.firstErrors }
    this.files = undefined
    this.part++
    this.counts = { records: 0, refused: 0, withErrors: 0 }
    this.firstErrors = []
    return answer
  }

  private note(row: number, errors: readonly RecordError[]): string {
    let lines = ''
    for (const { key: column, message: reason } of errors) {
      if (this.firstErrors.length < mostFirstErrors) this.firstErrors.push({ row, column, reason })
      lines += csvLine([row, column, reason])
    }
    return lines
  }

  /** The next records as pieces of blocks; less than asked for at the end of the file. */
  private async take(records: number): Promise<RecordBlock[]> {
    const taken: RecordBlock[] = []
    for (let left = records; left > 0; ) {
      const block = await this.current()
      if (block === undefined) return taken
      const from = this.position
      const to = Math.min(countOf(block), from + left)
      taken.push(from === 0 && to === countOf(block) ? block : cutBlock(block, from, to))
      this.position = to
      this.read += to - from
      left -= to - from
    }
    return taken
  }

  /** The block with the next record; undefined at the end. */
  private async current(): Promise<RecordBlock | undefined> {
    while (this.block === undefined || this.position >= countOf(this.block)) {
      const { done, value } = await this.blocks.next()
      if (done === true) return undefined
      this.block = value
      this.position = 0
    }
    return this.block
  }

  private columns() {
    return this.plan.columns.map(({ name, type }) => ({ name, type: plainType(type) }))
  }

  private async openFiles(): Promise<OpenFiles> {
    const names = partFiles(this.part)
    const at = (name: string) => path.join(this.folder, name)
    this.files ??= {
      parquet: await ResultFileWriter.open(at(names.parquet), this.columns()),
      csv: new LineWriter(at(names.csv)),
      errors: new LineWriter(at(names.errors)),
    }
    return this.files
  }
}

function partsOf(inputs: readonly Readonly<Record<string, unknown>>[]): { text: string; count: number }[] {
  const size = Math.min(mostInPart, Math.max(1, Math.ceil(inputs.length / 8)))
  return Array.from({ length: Math.ceil(inputs.length / size) }, (_, i) => {
    const some = inputs.slice(i * size, (i + 1) * size)
    return { text: JSON.stringify(some).slice(1, -1), count: some.length }
  })
}

interface ShownError {
  readonly additional_details: string
  readonly message: string
}

/** Results in order, one for each input. */
function computedOf(texts: readonly ComputedTexts[]): ComputedRecord[] {
  return texts.flatMap((text) => {
    const outputs = JSON.parse(`[${text.outputs}]`) as ComputedRecord['outputs'][]
    const errors = JSON.parse(`[${text.errors}]`) as (readonly ShownError[] | null)[]
    return outputs.map((each, i) => ({
      status: each === null ? 'refused' : 'success',
      outputs: each,
      errors: (errors[i] ?? []).map(({ additional_details: key, message }) => ({ key, message })),
    }))
  })
}
