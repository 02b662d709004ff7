import { writeFile } from 'node:fs/promises'
import {
  blockCsv,
  countOf,
  cutBlock,
  type RecordBlock,
  type RecordSource,
  UnreadablePortfolio,
} from '@sheetwright/compiler/portfolio.ts'
import type { z } from 'zod'
import { blockBytes } from '../../platform/parquet/block-bytes.ts'
import type { BlockForm, readAnswer } from './portfolio-request.ts'

/** A portfolio that is being read. */
export interface OpenedPortfolio {
  readonly source: RecordSource
  /** How much of the file is read, up to 1. */
  readonly fraction: (records: number) => number
}

/** Reads the records of a portfolio in blocks. */
export class PortfolioBlocks {
  private readonly blocks: AsyncIterator<RecordBlock>
  private readonly fraction: (records: number) => number
  private block: RecordBlock | undefined
  private position = 0
  private read = 0

  constructor({ source, fraction }: OpenedPortfolio) {
    this.blocks = source.blocks[Symbol.asyncIterator]()
    this.fraction = fraction
  }

  async skip(records: number): Promise<null> {
    for (let left = records; left > 0; ) {
      const block = await this.current()
      if (block === undefined) return null
      left -= this.advance(block, left)
    }
    return null
  }

  /** Writes the next records, at most this many, into a file. Other ways into the parent process take more memory there. */
  async next(records: number, form: BlockForm, file: string): Promise<z.input<typeof readAnswer>> {
    try {
      const block = await this.current()
      const from = this.position
      const count = block === undefined ? 0 : this.advance(block, records)
      const taken = block === undefined ? { rows: [], numbers: [] } : cutBlock(block, from, from + count)
      const isEnd = (await this.current()) === undefined
      await writeFile(file, form === 'csv' ? blockCsv(taken) : blockBytes(taken))
      return { count, fraction: this.fraction(this.read), isEnd }
    } catch (error) {
      if (!(error instanceof UnreadablePortfolio)) throw error
      return { problem: error.message }
    }
  }

  private advance(block: RecordBlock, records: number): number {
    const count = Math.min(records, countOf(block) - this.position)
    this.position += count
    this.read += count
    return count
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
}
