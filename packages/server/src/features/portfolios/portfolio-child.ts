import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  castStatement,
  readCsv,
  readNdjson,
  readParquet,
  readSheet,
  type RecordBlock,
  UnreadablePortfolio,
} from '@sheetwright/compiler/portfolio.ts'
import type { z } from 'zod'
import { openDatabase } from '../../platform/parquet/open-database.ts'
import { serveParentOften } from '../../platform/sandbox/serve-parent.ts'
import { FarRows } from '../../platform/workbook/far-rows.ts'
import { type OpenedPortfolio, PortfolioBlocks } from './portfolio-blocks.ts'
import {
  blockFileName,
  type columnsAnswer,
  portfolioFileName,
  type PortfolioFormat,
  type PortfolioQuestion,
} from './portfolio-request.ts'

/** Rows of a workbook that stay in memory; the others go to files. */
const keptRows = 1_000
const mostExample = 100

let home = ''
let blocks: PortfolioBlocks | undefined

/** Runs in a child process: the portfolio is untrusted. */
serveParentOften<PortfolioQuestion>(async (question) => {
  switch (question.kind) {
    case 'open':
      home = question.folder
      return null
    case 'columns':
      return columnsOf(question.format)
    case 'skip':
      return known(blocks).skip(question.records)
    case 'read':
      return known(blocks).next(question.records, question.form, path.join(home, blockFileName))
    case 'cast': {
      const connection = await openDatabase(home)
      await connection.run(
        castStatement(question.columns, path.join(home, portfolioFileName), path.join(home, question.to)),
      )
      return null
    }
    default:
      return question satisfies never
  }
})

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The child was not told what to read')
  return value
}

/** The columns, and the first record as an example. The reader goes on from there. */
async function columnsOf(format: PortfolioFormat): Promise<z.input<typeof columnsAnswer>> {
  try {
    const { source, fraction } = await open(format)
    const iterator = source.blocks[Symbol.asyncIterator]()
    const first = await iterator.next()
    async function* again(): AsyncGenerator<RecordBlock> {
      if (first.done === true) return
      yield first.value
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
    }
    blocks = new PortfolioBlocks({ source: { ...source, blocks: again() }, fraction })
    if (first.done === true) throw new UnreadablePortfolio('The portfolio has no records below its headings.')
    const { columns, nullBlanks = false, date1904 = null } = source
    return {
      columns: columns.map(({ name, type }) => ({ name, type })),
      examples: columns.map((_, i) => exampleOf(first.value, i)),
      nullBlanks,
      date1904,
    }
  } catch (error) {
    if (!(error instanceof UnreadablePortfolio)) throw error
    return { problem: error.message }
  }
}

async function open(format: PortfolioFormat): Promise<OpenedPortfolio> {
  const file = path.join(home, portfolioFileName)
  if (format === 'csv' || format === 'ndjson') {
    const { size } = await stat(file)
    const stream = createReadStream(file)
    const source = await (format === 'csv' ? readCsv : readNdjson)(stream as AsyncIterable<Uint8Array>)
    return { source, fraction: () => Math.min(1, stream.bytesRead / Math.max(1, size)) }
  }
  const source =
    format === 'xlsx'
      ? await readSheet(await readFile(file), new FarRows(home, keptRows))
      : await readParquet(await openDatabase(home), file)
  return { source, fraction: (records) => Math.min(1, records / Math.max(1, source.records ?? 0)) }
}

function exampleOf(block: RecordBlock, column: number): string | null {
  const row = 'rows' in block ? block.rows[0] : undefined
  const value: unknown = 'rows' in block ? (Array.isArray(row) ? row[column] : null) : block.columns[column]?.[0]
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > mostExample ? `${text.slice(0, mostExample)}…` : text
}
