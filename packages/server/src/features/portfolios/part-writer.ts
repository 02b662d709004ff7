import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { plainType, type RowPlan } from '@sheetwright/compiler/portfolio.ts'
import { mostFirstErrors, type PortfolioError } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import type { Files } from '../../platform/files/files.ts'
import { type ResultFile, ResultFileWriter } from '../../platform/parquet/result-file.ts'
import type { ComputedRows } from '../execution/run-cases.access.ts'
import type { PortfolioPart } from './portfolio-run.store.ts'

const maxBytes = 64 * 1024 * 1024 * 1024

interface StoredPart {
  readonly results: ResultFile
  readonly row: Omit<PortfolioPart, 'part' | 'isLast'>
}

/** The results of consecutive records, in files of a folder until they are stored. */
export class PartWriter {
  private readonly names: Readonly<Record<'parquet' | 'errors', string>>
  private readonly parquet: ResultFileWriter
  private readonly errors: FileHandle
  private readonly counts = { records: 0, refused: 0, withErrors: 0 }
  private readonly firstErrors: PortfolioError[] = []

  private constructor(names: PartWriter['names'], parquet: ResultFileWriter, errors: FileHandle) {
    this.names = names
    this.parquet = parquet
    this.errors = errors
  }

  static async open(folder: string, part: number, { columns }: RowPlan): Promise<PartWriter> {
    const at = (ending: string) => path.join(folder, `part-${part}.${ending}`)
    const names = { parquet: at('parquet'), errors: at('errors.csv') }
    const plain = columns.map(({ name, type }) => ({ name, type: plainType(type) }))
    const parquet = await ResultFileWriter.open(names.parquet, plain)
    return new PartWriter(names, parquet, await open(names.errors, 'w'))
  }

  get records(): number {
    return this.counts.records
  }

  async add(rows: ComputedRows): Promise<void> {
    for (const key of ['records', 'refused', 'withErrors'] as const) this.counts[key] += rows[key]
    this.firstErrors.push(...rows.firstErrors.slice(0, mostFirstErrors - this.firstErrors.length))
    await this.parquet.add(rows.pages)
    if (rows.errors.length > 0) await this.errors.writeFile(rows.errors)
  }

  /** Stores the files. Its own file of results stays, to be joined with the others. */
  async store(files: Files, tenantId: string, signal: AbortSignal): Promise<StoredPart> {
    const put = async (name: string) => (await files.putFile(tenantId, name, { maxBytes, signal })).hash
    const results = await this.parquet.end()
    await this.close()
    const hashes = { parquetHash: await put(this.names.parquet), errorsHash: await put(this.names.errors) }
    await rm(this.names.errors)
    return { results, row: { ...this.counts, firstErrors: this.firstErrors, ...hashes } }
  }

  async close(): Promise<void> {
    await this.parquet.close()
    await this.errors.close()
  }
}
