import { open } from 'node:fs/promises'
import path from 'node:path'
import type { PolicyLayout } from '@sheetwright/contract/ingenium/mapping.ts'
import { codecOf } from '../encoding/text-codec.ts'
import type { ExtractReader } from './raw-record.ts'
import { CsvReader } from './read-csv.ts'
import { FixedReader } from './read-fixed.ts'
import { XmlReader } from './read-xml.ts'
import { transcode } from './transcode.ts'

/** Approximate bytes per read: two pieces at a time stay in the young generation, where they cost little to collect. */
const pieceBytes = 256 * 1024
const pieceRecords = 4_000

/** Opens an extract in the folder. */
export async function openExtract(folder: string, name: string, layout: PolicyLayout): Promise<ExtractReader> {
  const file = path.join(folder, name)
  if (layout.format === 'fixed') return new FixedReader(await open(file), layout, pieceBytes)
  const isReadable = layout.encoding === 'utf-8' || (layout.format === 'csv' && codecOf(layout.encoding).isAsciiLike)
  const readable = isReadable ? file : `${file}-utf8`
  if (!isReadable) await transcode(file, readable, layout.encoding)
  if (layout.format === 'xml') return new XmlReader(readable, layout, pieceRecords)
  return new CsvReader(await open(readable), isReadable ? layout : { ...layout, encoding: 'utf-8' }, pieceBytes)
}
