import { createHash } from 'node:crypto'
import path from 'node:path'
import { LineWriter } from '../../../platform/files/line-file.ts'
import type { Dialect, SqlRow, TargetTable } from './dialect.ts'
import { rowsOfFile } from './row-file.ts'

/** Number of parts that rows are compared in, so that only one part is in memory. */
const buckets = 64

/** The key of a row as text. */
export function keyText({ foldKey }: Pick<Dialect, 'foldKey'>, { key }: TargetTable, row: SqlRow): string {
  return JSON.stringify(
    key.map((place) => {
      const value = row[place] ?? null
      return typeof value === 'string' ? foldKey(value) : value
    }),
  )
}

/** Files with the differences between two states of a table. */
export interface RowChanges {
  readonly added: string
  readonly removed: string
  /** Rows with the same key before and after, in the same order. */
  readonly before: string
  readonly after: string
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number; readonly same: number }
}

/** Compares two files of rows by key, in constant memory; keys are unique within each file. */
export async function compareRows(
  dialect: Dialect,
  table: TargetTable,
  files: { readonly old: string; readonly new: string; readonly folder: string; readonly name: string },
): Promise<RowChanges> {
  const place = (part: string) => path.join(files.folder, `${files.name}-${part}`)
  await scatter(dialect, table, files.old, place('old'))
  await scatter(dialect, table, files.new, place('new'))
  const names = { added: place('added'), removed: place('removed'), before: place('before'), after: place('after') }
  const [added, removed, before, after] = Object.values(names).map((name) => new LineWriter(name)) as [
    LineWriter,
    LineWriter,
    LineWriter,
    LineWriter,
  ]
  const counts = { added: 0, removed: 0, changed: 0, same: 0 }
  for (let bucket = 0; bucket < buckets; bucket++) {
    const old = new Map<string, string>()
    for await (const row of rowsOfFile(`${place('old')}-${bucket}`)) {
      old.set(keyText(dialect, table, row), JSON.stringify(row))
    }
    for await (const row of rowsOfFile(`${place('new')}-${bucket}`)) {
      const key = keyText(dialect, table, row)
      const line = JSON.stringify(row)
      const former = old.get(key)
      old.delete(key)
      if (former === undefined) {
        counts.added++
        await added.write(`${line}\n`)
      } else if (former === line) counts.same++
      else {
        counts.changed++
        await before.write(`${former}\n`)
        await after.write(`${line}\n`)
      }
    }
    for (const line of old.values()) {
      counts.removed++
      await removed.write(`${line}\n`)
    }
  }
  for (const writer of [added, removed, before, after]) await writer.close()
  return { ...names, counts }
}

async function scatter(dialect: Dialect, table: TargetTable, file: string, name: string): Promise<void> {
  const writers = Array.from({ length: buckets }, (_, bucket) => new LineWriter(`${name}-${bucket}`))
  for await (const row of rowsOfFile(file)) {
    const bucket =
      createHash('md5')
        .update(keyText(dialect, table, row))
        .digest()[0] ?? 0
    await writers[bucket % buckets]?.write(`${JSON.stringify(row)}\n`)
  }
  for (const writer of writers) await writer.close()
}

/** Finds rows whose keys the database treats as equal; returns some of them by row number. */
export async function duplicateKeys(
  dialect: Dialect,
  table: TargetTable,
  file: string,
  name: string,
  most: number,
): Promise<(readonly [first: number, second: number])[]> {
  const writers = Array.from({ length: buckets }, (_, bucket) => new LineWriter(`${name}-keys-${bucket}`))
  let number = 0
  for await (const row of rowsOfFile(file)) {
    number++
    const digest = createHash('md5')
      .update(keyText(dialect, table, row))
      .digest()
    await writers[(digest[0] ?? 0) % buckets]?.write(`["${digest.toString('base64')}","${number}"]\n`)
  }
  for (const writer of writers) await writer.close()
  const found: (readonly [number, number])[] = []
  for (let bucket = 0; bucket < buckets && found.length < most; bucket++) {
    const seen = new Map<string, number>()
    for await (const [key, row] of rowsOfFile(`${name}-keys-${bucket}`)) {
      const first = seen.get(String(key))
      if (first === undefined) seen.set(String(key), Number(row))
      else found.push([first, Number(row)])
    }
  }
  return found.slice(0, most)
}
