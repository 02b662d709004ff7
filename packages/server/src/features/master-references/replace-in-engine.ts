import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TableEffect } from '@sheetwright/contract/master-references/sync-report.ts'
import type { Services } from '../../services.ts'
import { plainMarks } from '../engines/engine-marks.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import { tableLines } from './reference-table.store.ts'
import { rowsInLine, type TestBedInputs } from './tables/table-request.ts'
import { type TableWork, withTables } from './workbook-tables.job.ts'

interface Replacing {
  readonly tenantId: string
  readonly version: Pick<StoredVersion, 'fileHash' | 'marks' | 'iteration'>
  /** Names of ranges and the hash of their new content. */
  readonly tables: readonly { readonly name: string; readonly hash: string }[]
  /** Test beds whose cases are computed before and after; none by default. */
  readonly testBeds?: readonly TestBedInputs[]
  readonly signal: AbortSignal
}

/** Replaces tables in the workbook of an engine and reports what that changes; `use` decides whether it is stored. */
export function replaceInEngine<T>(
  services: Pick<Services, 'db' | 'files' | 'settings'>,
  { tenantId, version, tables, testBeds = [], signal }: Replacing,
  use: (effect: TableEffect, work: TableWork) => Promise<T>,
): Promise<T> {
  const files = tables.map(({ name }, index) => ({ name, file: `new-${index}` }))
  const prepare = (folder: string) =>
    services.db.inTenant(tenantId, async (tx) => {
      for (const [index, { hash }] of tables.entries()) {
        const lines = tableLines(tx, hash, rowsInLine)
        await pipeline(Readable.from(withEnds(lines)), createWriteStream(path.join(folder, `new-${index}`)))
      }
    })
  const marks = version.marks === null ? undefined : plainMarks(version.marks)
  const { iteration } = version
  const task = { tenantId, fileHash: version.fileHash, signal, prepare }
  return withTables(services, task, { kind: 'replace', tables: files, marks, iteration, testBeds }, (work) => {
    const { ranges, recomputed, outputs, outputCount } = work.done
    return use({ ranges, recomputedCells: recomputed, outputs, outputCount }, work)
  })
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}
