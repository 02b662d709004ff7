import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { RunSetup } from '@sheetwright/contract/test-beds/test-run.ts'
import type { ParquetColumn, RowPages } from '@sheetwright/runtime/parquet/row-pages.ts'
import type { Files } from '../../platform/files/files.ts'
import {
  type CaseComputer,
  type CaseCounts,
  type CaseLines,
  cutLines,
  resultColumns,
  runTestCases,
} from '../execution/run-cases.access.ts'
import { writeResultFile } from '../../platform/parquet/result-file.ts'
import type { CaseBlock } from './test-case.store.ts'

/** Target duration of one batch of cases: long enough to be efficient, short enough to show progress. */
const batchMs = 400
/** The most bytes of results in transit at once, before compression. */
const mostBatchBytes = 16_000_000
const maxPartBytes = 4 * 1024 * 1024 * 1024
/** Slower cases are computed block by block, so that other calls do not wait behind many of them. */
const slowMicros = 500
const partsOfBatch = 4

/**
 * Cases whose results are stored together; what is stored is never computed again. Large runs have larger parts, since
 * each part is a file that questions about the run read; their cases are in memory while they are computed.
 */
const leastPartCases = 3_000
const mostPartCases = 10_000
const usualParts = 100

interface StoredPart extends CaseCounts {
  readonly fileHash: string
}

/** Consecutive blocks whose results are stored together. */
interface PlannedPart {
  /** The first block, which identifies the part. */
  readonly block: number
  readonly last: number
  readonly cases: number
}

type SizedBlock = Pick<CaseBlock, 'block' | 'cases'>

/**
 * Divides the blocks of a test bed's version that are in no stored part into parts. An earlier release may have stored
 * parts of another size.
 */
export function missingParts(blocks: readonly SizedBlock[], stored: readonly SizedBlock[]): PlannedPart[] {
  const total = blocks.reduce((sum, { cases }) => sum + cases, 0)
  const partCases = Math.min(mostPartCases, Math.max(leastPartCases, total / usualParts))
  const casesFrom = new Map(stored.map(({ block, cases }) => [block, cases]))
  const parts: PlannedPart[] = []
  let covered = 0
  for (const { block, cases } of blocks) {
    covered = casesFrom.get(block) ?? covered
    if (covered > 0) {
      covered -= cases
      continue
    }
    const part = parts.at(-1)
    const isNext = part !== undefined && part.last + 1 === block && part.cases + cases <= partCases
    if (isNext) parts[parts.length - 1] = { ...part, last: block, cases: part.cases + cases }
    else parts.push({ block, last: block, cases })
  }
  return parts
}

/** Computes the cases of a run and stores their results, part by part. */
export class BlockRunner {
  private readonly files: Files
  /** Folder of files being written. */
  private readonly folder: string
  private readonly computer: CaseComputer
  private readonly setup: RunSetup
  private readonly columns: readonly ParquetColumn[]
  private readonly evalMicros: number
  /** Cases in the next batch, adjusted to the duration of the last one. */
  private size: number
  private partsAtOnce = partsOfBatch

  constructor(files: Files, folder: string, computer: CaseComputer, setup: RunSetup, evalMicros: number) {
    this.files = files
    this.folder = folder
    this.computer = computer
    this.setup = setup
    this.columns = resultColumns(setup)
    this.evalMicros = evalMicros
    this.size = Math.round(Math.min(leastPartCases, Math.max(4, (batchMs * 1000) / Math.max(1, evalMicros))))
  }

  /**
   * Processes many parts: several at once, so that threads compute while cases are read and stored, or one at a time,
   * divided among the threads.
   */
  async runAll<T>(parts: readonly T[], work: (part: T) => Promise<void>): Promise<void> {
    const cores = availableParallelism()
    const lanes = this.evalMicros <= slowMicros && parts.length > cores ? 2 * Math.min(4, cores) + 1 : 1
    this.partsAtOnce = lanes > 1 ? 1 : partsOfBatch
    let next = 0
    const ends = await Promise.allSettled(
      Array.from({ length: lanes }, async () => {
        try {
          while (next < parts.length) await work(parts[next++] as T)
        } catch (error) {
          // The other workers finish their current part.
          next = parts.length
          throw error
        }
      }),
    )
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  /** `onDone` receives the number of computed cases. */
  async run(blocks: readonly CaseBlock[], onDone: (cases: number) => void): Promise<StoredPart> {
    const counts = { cases: 0, passed: 0, failed: 0, errors: 0, millis: 0 }
    const file = path.join(this.folder, `part-${blocks[0]?.block}.parquet`)
    await writeResultFile(file, this.columns, this.pagesOf(blocks, counts, onDone))
    const { tenantId, signal } = this.computer
    const { hash } = await this.files.putFile(tenantId, file, { maxBytes: maxPartBytes, signal })
    await rm(file)
    return { ...counts, fileHash: hash }
  }

  private async *pagesOf(
    blocks: readonly CaseBlock[],
    counts: { -readonly [key in keyof CaseCounts]: number },
    onDone: (cases: number) => void,
  ): AsyncGenerator<RowPages> {
    const lines = blocks.map(({ before, cases: count, inputs, expected, marks }): CaseLines => {
      return { first: before + 1, count, inputs, expected, marks }
    })
    const total = lines.reduce((sum, { count }) => sum + count, 0)
    for (let from = 0; from < total; ) {
      const count = Math.min(this.size, total - from)
      const batch = cutLines(lines, from, count)
      const begun = performance.now()
      const computed = await runTestCases(this.computer, batch, this.setup, this.partsAtOnce)
      this.adapt(performance.now() - begun, count, computed)
      for (const { pages, ...of } of computed) {
        for (const key of ['cases', 'passed', 'failed', 'errors', 'millis'] as const) counts[key] += of[key]
        yield pages
      }
      from += count
      onDone(count)
    }
    if (counts.cases !== total) throw new Error(`A part of ${total} cases gave ${counts.cases} results`)
  }

  private adapt(millis: number, count: number, computed: readonly { readonly pages: RowPages }[]): void {
    const bytes = computed.reduce((sum, { pages }) => sum + pages.plainSizes.reduce((all, size) => all + size, 0), 0)
    const byTime = (count * batchMs) / Math.max(1, millis)
    const bySize = (count * mostBatchBytes) / Math.max(1, bytes)
    const wanted = Math.min(byTime, bySize, count * 4, leastPartCases)
    this.size = Math.max(1, Math.round(wanted))
  }
}
