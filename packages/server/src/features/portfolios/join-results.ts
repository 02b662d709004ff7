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

/** Joins the parts of a run into its files. */
export async function joinResults({ db, files }: Services, tenantId: string, run: Run, signal: AbortSignal) {
  const parts = await db.inTenant(tenantId, (tx) => portfolioParts(tx, run.id))
  const put = async (content: Readable) => (await files.put(tenantId, content, { maxBytes, signal })).hash
  async function* errors(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvLine(['row', 'column', 'reason']))
    for (const { errorsHash } of parts) yield* (await files.open(tenantId, errorsHash)) as AsyncIterable<Buffer>
  }
  const open = (part: PortfolioPart) => files.open(tenantId, part.parquetHash)
  return {
    parquetHash: await withParquet(run, parts, open, signal, (file) => put(createReadStream(file))),
    errorsHash: await put(Readable.from(errors())),
  }
}

/** Copies the pages of all parts into one file. The database casts columns of other types. */
async function withParquet<T>(
  { plan }: Run,
  parts: readonly PortfolioPart[],
  open: (part: PortfolioPart) => Promise<Readable>,
  signal: AbortSignal,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await temporaryFolder('portfolio')
  try {
    const found: ResultFile[] = []
    for (const part of parts) {
      const file = path.join(folder, `part-${part.part}.parquet`)
      await pipeline(await open(part), createWriteStream(file), { signal })
      found.push({ file, groups: (await readGroups(file)) ?? [] })
    }
    const joined = path.join(folder, 'joined.parquet')
    const columns = plan.columns.map(({ name, type }) => ({ name, type: plainType(type) }))
    await joinResultFiles(joined, columns, found)
    for (const { file } of found) await rm(file)
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
