import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files } from '../../platform/files/files.ts'
import type { CaseBlock } from './test-case.store.ts'
import { type PartCounts, partCounts } from './results-request.ts'
import type { ResultsProcess } from './results-process.ts'
import { type CaseComputer, runCases } from '../execution/run-cases.access.ts'

/** How long one batch of cases is to take: long enough to be worth its way, short enough to tell how far a run is. */
const batchMs = 400
/** Text of the results that are on their way at once. */
const mostBatchText = 16_000_000
const maxPartBytes = 4 * 1024 * 1024 * 1024

/** Computes blocks of cases and stores what they give, block by block. */
export class BlockRunner {
  private readonly files: Files
  private readonly results: ResultsProcess
  private readonly computer: CaseComputer
  /** Cases in the next batch; follows what the last one took. */
  private size: number
  /** What is being written while the next batch is computed. */
  private writing: Promise<unknown> = Promise.resolve()

  constructor(files: Files, results: ResultsProcess, computer: CaseComputer, evalMicros: number) {
    this.files = files
    this.results = results
    this.computer = computer
    this.size = Math.round(Math.min(2_000, Math.max(4, (batchMs * 1000) / Math.max(1, evalMicros))))
  }

  /** `keep` is told of the block once its results are stored; that may be while the next one is computed. */
  async run(
    block: CaseBlock,
    onDone: (cases: number) => void,
    keep: (part: PartCounts & { readonly fileHash: string }) => Promise<void>,
  ): Promise<void> {
    const [inputs, expected, marks] = [block.inputs.split('\n'), block.expected.split('\n'), block.marks.split('\n')]
    for (let from = 0; from < inputs.length; ) {
      const lines = inputs.slice(from, from + this.size)
      const begun = performance.now()
      const texts = await runCases(this.computer, lines)
      let place = from
      const cases = texts.map(({ count, outputs, times, errors }) => {
        const range = [place, place + count] as const
        const part = (all: readonly string[]) => all.slice(...range).join('\n')
        place += count
        const first = block.before + range[0] + 1
        return { first, inputs: part(inputs), expected: part(expected), marks: part(marks), outputs, times, errors }
      })
      await this.write(() => this.results.ask({ kind: 'add', cases }))
      from += lines.length
      onDone(lines.length)
      this.adapt(
        performance.now() - begun,
        lines.length,
        texts.reduce((sum, { outputs }) => sum + outputs.length, 0),
      )
    }
    await this.write(() => this.store(block.block, keep))
  }

  /** Waits for what is still being written. */
  async end(): Promise<void> {
    await this.writing
  }

  private async store(
    block: number,
    keep: (part: PartCounts & { readonly fileHash: string }) => Promise<void>,
  ): Promise<void> {
    const file = `part-${block}.parquet`
    const counts = partCounts.parse(await this.results.ask({ kind: 'end', file }))
    const { tenantId, signal } = this.computer
    const content = createReadStream(path.join(this.results.folder, file))
    const { hash } = await this.files.put(tenantId, content, { maxBytes: maxPartBytes, signal })
    await keep({ ...counts, fileHash: hash })
  }

  /** One thing is written at a time, and no more than one waits. */
  private async write(work: () => Promise<unknown>): Promise<void> {
    await this.writing
    this.writing = work()
    // Whoever waits next is told.
    this.writing.catch(() => undefined)
  }

  private adapt(millis: number, count: number, length: number): void {
    const byTime = (count * batchMs) / Math.max(1, millis)
    const byText = (count * mostBatchText) / Math.max(1, length)
    const wanted = Math.min(byTime, byText, count * 4, 2_000)
    this.size = Math.max(1, Math.round(wanted))
  }
}

/** Joins the parts of a run into one file; parts that another worker wrote are fetched. */
export async function joinParts(
  files: Files,
  results: ResultsProcess,
  { tenantId, signal }: Pick<CaseComputer, 'tenantId' | 'signal'>,
  parts: readonly { readonly block: number; readonly fileHash: string | null }[],
): Promise<string> {
  const names: string[] = []
  for (const { block, fileHash } of parts) {
    if (fileHash === null) throw new Error('A part of the run has no file')
    const name = `joined-${block}.parquet`
    const file = path.join(results.folder, name)
    await pipeline(await files.open(tenantId, fileHash), createWriteStream(file), { signal })
    names.push(name)
  }
  await results.ask({ kind: 'join', files: names, file: 'results.parquet' })
  const content = createReadStream(path.join(results.folder, 'results.parquet'))
  return (await files.put(tenantId, content, { maxBytes: maxPartBytes, signal })).hash
}
