import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvLine, isPlain, plainType } from '@sheetwright/compiler/portfolio.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { joinResultFiles, readGroups, type ResultFile } from '../../platform/parquet/result-file.ts'
import type { Services } from '../../services.ts'
import { startPortfolioProcess } from './portfolio-process.ts'
import { type PortfolioPart, portfolioParts, type StoredPortfolioRun } from './portfolio-run.store.ts'

const maxBytes = 64 * 1024 * 1024 * 1024

type Run = Pick<StoredPortfolioRun, 'id' | 'plan'>

/** The files of results that this process wrote, by part. */
export type OwnParts = ReadonlyMap<number, ResultFile>

/** Joins the parts of a run into its files; only parts that another process wrote are fetched. */
export async function joinResults(
  { db, files }: Services,
  tenantId: string,
  run: Run,
  own: OwnParts,
  signal: AbortSignal,
) {
  const parts = await db.inTenant(tenantId, (tx) => portfolioParts(tx, run.id))
  const limits = { maxBytes, signal }
  async function* errors(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvLine(['row', 'column', 'reason']))
    for (const { errorsHash } of parts) yield* (await files.open(tenantId, errorsHash)) as AsyncIterable<Buffer>
  }
  const partOf = async ({ part, parquetHash }: PortfolioPart, folder: string): Promise<ResultFile> => {
    const present = own.get(part)
    if (present !== undefined) return present
    const file = path.join(folder, `part-${part}.parquet`)
    await pipeline(await files.open(tenantId, parquetHash), createWriteStream(file), { signal })
    return { file, groups: (await readGroups(file)) ?? [] }
  }
  const putFile = async (file: string) => (await files.putFile(tenantId, file, limits)).hash
  return {
    parquetHash: await withParquet(run, parts, partOf, signal, putFile),
    errorsHash: (await files.put(tenantId, Readable.from(errors()), limits)).hash,
  }
}

/** Copies the pages of all parts into one file. The database casts columns of other types. */
async function withParquet<T>(
  { plan }: Run,
  parts: readonly PortfolioPart[],
  partOf: (part: PortfolioPart, folder: string) => Promise<ResultFile>,
  signal: AbortSignal,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await temporaryFolder('portfolio')
  try {
    const found: ResultFile[] = []
    for (const part of parts) found.push(await partOf(part, folder))
    const joined = path.join(folder, 'joined.parquet')
    const columns = plan.columns.map(({ name, type }) => ({ name, type: plainType(type) }))
    await joinResultFiles(joined, columns, found)
    // The job's own parts stay: if it is cancelled now, they are joined once more.
    for (const { file } of found) if (path.dirname(file) === folder) await rm(file)
    if (plan.columns.every(({ type }) => isPlain(type))) return await use(joined)
    const child = await startPortfolioProcess(createReadStream(joined), signal)
    try {
      await child.ask({ kind: 'cast', columns: plan.columns, to: 'typed.parquet' })
      return await use(path.join(child.folder, 'typed.parquet'))
    } finally {
      await child.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
