import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files } from '../../platform/files/files.ts'
import { mapConcurrently } from '../../platform/map-concurrently.ts'
import { type ResultsProcess, startResultsProcess } from './results-process.ts'

/** The most result files kept in the process's folder; a run has some hundred at most. */
const mostKept = 5_000
const fetchedAtOnce = 8

export type ResultRow = Readonly<Record<string, unknown>>

/** Answers questions about results of test runs, which are stored as Parquet. */
export class TestResults {
  private readonly files: Files
  private process: Promise<ResultsProcess> | undefined
  /** Files in the folder of the process, least recently used first. */
  private readonly kept = new Map<string, Promise<string>>()

  constructor(files: Files) {
    this.files = files
  }

  /** Runs a query in which `results` and optionally `other` stand for the rows of these files. */
  async query(
    tenantId: string,
    tables: Readonly<Record<'results' | 'other', readonly string[] | undefined>>,
    sql: string,
    values: readonly (string | number | boolean | null)[] = [],
  ): Promise<ResultRow[]> {
    const process = await this.running()
    const text = await this.withTables(process, tenantId, tables, sql)
    return (await process.ask({ kind: 'query', sql: text, values })) as ResultRow[]
  }

  private async withTables(
    process: ResultsProcess,
    tenantId: string,
    tables: Readonly<Record<string, readonly string[] | undefined>>,
    sql: string,
  ): Promise<string> {
    const views: string[] = []
    for (const [name, hashes] of Object.entries(tables)) {
      if (hashes === undefined) continue
      const files = await mapConcurrently(hashes, fetchedAtOnce, (hash) => this.local(process, tenantId, hash))
      const list = files.map((file) => `'${file}'`).join(', ')
      if (files.length > 0) views.push(`${name} AS (SELECT * FROM read_parquet([${list}]))`)
    }
    return `WITH ${views.join(', ')} ${sql}`
  }

  private async local(process: ResultsProcess, tenantId: string, hash: string): Promise<string> {
    const key = `${tenantId}_${hash}`
    const known = this.kept.get(key)
    if (known !== undefined) {
      this.kept.delete(key)
      this.kept.set(key, known)
      return known
    }
    const file = path.join(process.folder, `${key}.parquet`)
    const fetched = this.fetch(tenantId, hash, file)
    this.kept.set(key, fetched)
    fetched.catch(() => this.kept.delete(key))
    for (const [oldest, kept] of this.kept) {
      if (this.kept.size <= mostKept) break
      this.kept.delete(oldest)
      await rm(await kept.catch(() => ''), { force: true }).catch(() => undefined)
    }
    return fetched
  }

  private async fetch(tenantId: string, hash: string, file: string): Promise<string> {
    const coming = `${file}.coming`
    await pipeline(await this.files.open(tenantId, hash), createWriteStream(coming))
    await rename(coming, file)
    return file
  }

  /** A process that a query killed is replaced. */
  private async running(): Promise<ResultsProcess> {
    const current = await this.process?.catch(() => undefined)
    if (current !== undefined && !current.isEnded) return current
    await current?.close()
    this.kept.clear()
    this.process = startResultsProcess()
    return this.process
  }

  async close(): Promise<void> {
    const current = await this.process?.catch(() => undefined)
    this.process = undefined
    await current?.close()
  }
}
