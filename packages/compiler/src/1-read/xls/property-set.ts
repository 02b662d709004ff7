import type { DocumentProperties } from '../../model/workbook.ts'
import { ByteReader } from '../biff/byte-reader.ts'
import type { ReadContext } from '../read-context.ts'
import { ReadFailure, reasonOf } from '../read-failure.ts'
import type { CompoundFile } from './compound-file.ts'
import { codePageText } from './strings.ts'

type PropertyValue = string | number | boolean

const CODE_PAGE = 1
const DICTIONARY = 0
const UTF8 = 65_001
const UTF16 = 1200

const TITLE = 2
const AUTHOR = 4
const LAST_AUTHOR = 8
const CREATED = 12
const SAVED = 13
const APPLICATION = 18
const VERSION = 23

/** Document properties of a compound file. Damaged ones cause a diagnostic, since the workbook can do without. */
export function readPropertySets(file: CompoundFile, context: ReadContext): DocumentProperties {
  const [summary] = sections(file, '\u0005SummaryInformation', context)
  const [details, custom] = sections(file, '\u0005DocumentSummaryInformation', context)
  const text = (id: number): string | undefined => {
    const value = summary?.values.get(id)
    return value === undefined || value === '' ? undefined : String(value)
  }
  return {
    title: text(TITLE),
    creator: text(AUTHOR),
    lastModifiedBy: text(LAST_AUTHOR),
    created: text(CREATED),
    modified: text(SAVED),
    application: text(APPLICATION),
    applicationVersion: applicationVersion(details?.values.get(VERSION)),
    custom: customProperties(custom),
  }
}

interface Section {
  readonly values: ReadonlyMap<number, PropertyValue>
  /** Names of custom properties. */
  readonly names: ReadonlyMap<number, string>
}

/** The major version is in the upper half; newer files write it as 16.0300. */
function applicationVersion(value: PropertyValue | undefined): string | undefined {
  if (typeof value !== 'number') return undefined
  return `${value >>> 16}.${String(value & 0xffff).padStart(4, '0')}`
}

function customProperties(section: Section | undefined): ReadonlyMap<string, PropertyValue> {
  const properties = new Map<string, PropertyValue>()
  for (const [id, name] of section?.names ?? []) {
    const value = section?.values.get(id)
    if (value !== undefined) properties.set(name, value)
  }
  return properties
}

function sections(file: CompoundFile, stream: string, context: ReadContext): Section[] {
  const part = stream.slice(1)
  try {
    const bytes = file.stream(stream)
    return bytes === undefined ? [] : readSections(new ByteReader(bytes, part))
  } catch (failure) {
    if (!(failure instanceof ReadFailure)) throw failure
    context.diagnostics.add('PART_DAMAGED', { part, reason: reasonOf(failure) })
    return []
  }
}

function readSections(body: ByteReader): Section[] {
  body.skip(24)
  const count = Math.min(body.u32(), 2)
  const starts: number[] = []
  for (let i = 0; i < count; i++) {
    body.skip(16)
    starts.push(body.u32())
  }
  return starts.map((start) => readSection(body, start))
}

function readSection(body: ByteReader, start: number): Section {
  body.at = start
  body.skip(4)
  const count = body.u32()
  const offsets = new Map<number, number>()
  for (let i = 0; i < count; i++) offsets.set(body.u32(), start + body.u32())
  const codePage = readCodePage(body, offsets.get(CODE_PAGE))
  const values = new Map<number, PropertyValue>()
  let names: ReadonlyMap<number, string> = new Map()
  for (const [id, offset] of offsets) {
    body.at = offset
    if (id === DICTIONARY) names = readDictionary(body, codePage)
    else {
      const value = readValue(body, codePage)
      if (value !== undefined) values.set(id, value)
    }
  }
  return { values, names }
}

function readCodePage(body: ByteReader, offset: number | undefined): number {
  if (offset === undefined) return 1252
  body.at = offset
  body.skip(4)
  return body.u16()
}

function readDictionary(body: ByteReader, codePage: number): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (let count = body.u32(); count > 0; count--) {
    const id = body.u32()
    const length = body.u32()
    names.set(id, withoutEnd(codePage === UTF16 ? body.utf16(length) : decoded(body.slice(length), codePage)))
    if (codePage === UTF16) body.skip(Math.min((length % 2) * 2, body.left))
  }
  return names
}

function readValue(body: ByteReader, codePage: number): PropertyValue | undefined {
  const type = body.u16()
  body.skip(2)
  switch (type) {
    case 2:
      return body.i16()
    case 3:
    case 22:
      return body.i32()
    case 19:
    case 23:
      return body.u32()
    case 4: {
      const bytes = body.slice(4)
      return bytes.readFloatLE(0)
    }
    case 5:
      return body.f64()
    case 7:
      return new Date(Math.round((body.f64() - 25_569) * 86_400_000)).toISOString()
    case 11:
      return body.i16() !== 0
    case 30: {
      const length = body.u32()
      const bytes = body.slice(length)
      return withoutEnd(codePage === UTF16 ? bytes.toString('utf16le') : decoded(bytes, codePage))
    }
    case 31:
      return withoutEnd(body.utf16(body.u32()))
    case 64:
      return fileTime(body.u32(), body.u32())
    default:
      return undefined
  }
}

function decoded(bytes: Buffer, codePage: number): string {
  return codePage === UTF8 ? bytes.toString('utf8') : codePageText(codePage).bytes(bytes)
}

function withoutEnd(text: string): string {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

/** Tenths of microseconds since 1601, as ISO text. */
function fileTime(low: number, high: number): string | undefined {
  if (low === 0 && high === 0) return undefined
  const milliseconds = (high * 4_294_967_296 + low) / 10_000 - 11_644_473_600_000
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
