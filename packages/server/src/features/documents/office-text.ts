import type { UploadCategory } from '@sheetwright/contract/documents/file-types.ts'
import { OfficePackage, prefixedAttribute, type XmlHandler } from '@sheetwright/compiler/office-package.ts'

/** The most content that a preview holds. */
const limits = { characters: 200_000, parts: 100, rows: 500, columns: 50, strings: 200_000 } as const

const unpackedBytes = 256 * 1024 * 1024

export interface TextPart {
  readonly title: string
  readonly text: string
}

export interface OfficeText {
  readonly parts: TextPart[]
  readonly shortened: boolean
}

export type OfficeCategory = Extract<UploadCategory, 'Doc' | 'PPT' | 'Excel'>

/** Extracts the text of a document in a format since 2007; slides and sheets are separate parts. */
export async function officeText(bytes: Uint8Array, category: OfficeCategory): Promise<OfficeText> {
  return readers[category](await OfficePackage.open(bytes, unpackedBytes))
}

const readers: Record<OfficeCategory, (document: OfficePackage) => Promise<OfficeText>> = {
  Doc: wordText,
  PPT: slideText,
  Excel: sheetText,
}

/** Ends the reading of a part once it has given enough. */
class Enough extends Error {}

/** Reads a part until its end or until the handler has enough; returns whether it was cut. */
async function readPart(document: OfficePackage, part: string, handler: XmlHandler): Promise<boolean> {
  try {
    await document.readXml(part, handler)
    return false
  } catch (error) {
    if (error instanceof Enough) return true
    throw error
  }
}

/** Extracts the text of paragraphs: words are in `t` elements, everything else is structure. */
function paragraphs(): { readonly handler: XmlHandler; text(): string } {
  // Kept in pieces: looking at the end of a growing string would flatten it every time.
  const pieces: string[] = []
  let length = 0
  let inText = false
  const add = (more: string) => {
    pieces.push(more)
    length += more.length
    if (length > limits.characters) throw new Enough()
  }
  return {
    handler: {
      open: (name) => {
        if (name === 't') inText = true
        else if (name === 'tab') add('\t')
        else if (name === 'br') add('\n')
      },
      close: (name) => {
        if (name === 't') inText = false
        else if (name === 'p') add('\n')
        else if (name === 'tc') {
          while (pieces.at(-1) === '\n') pieces.pop()
          add('\t')
        } else if (name === 'tr') {
          if (pieces.at(-1) === '\t') pieces.pop()
          add('\n')
        }
      },
      text: (more) => {
        if (inText) add(more)
      },
    },
    text: () => pieces.join('').trimEnd(),
  }
}

async function wordText(document: OfficePackage): Promise<OfficeText> {
  const main = await mainPart(document, 'word/document.xml')
  const reading = paragraphs()
  const shortened = await readPart(document, main, reading.handler)
  return { parts: [{ title: '', text: reading.text() }], shortened }
}

async function slideText(document: OfficePackage): Promise<OfficeText> {
  const main = await mainPart(document, 'ppt/presentation.xml')
  const ids: string[] = []
  await readPart(document, main, {
    open: (name, attributes) => {
      if (name === 'sldId') ids.push(prefixedAttribute(attributes, 'id') ?? '')
    },
    close: () => undefined,
    text: () => undefined,
  })
  const targets = new Map((await document.relationships(main)).map(({ id, target }) => [id, target]))
  const parts: TextPart[] = []
  let shortened = ids.length > limits.parts
  for (const [index, id] of ids.slice(0, limits.parts).entries()) {
    const slide = targets.get(id)
    if (slide === undefined || !document.has(slide)) continue
    const reading = paragraphs()
    shortened = (await readPart(document, slide, reading.handler)) || shortened
    parts.push({ title: String(index + 1), text: reading.text() })
  }
  return { parts, shortened }
}

async function sheetText(document: OfficePackage): Promise<OfficeText> {
  const main = await mainPart(document, 'xl/workbook.xml')
  const sheets: { name: string; id: string }[] = []
  await readPart(document, main, {
    open: (name, attributes) => {
      if (name !== 'sheet' || attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden') return
      sheets.push({ name: attributes['name'] ?? '', id: prefixedAttribute(attributes, 'id') ?? '' })
    },
    close: () => undefined,
    text: () => undefined,
  })
  const relationships = await document.relationships(main)
  const targets = new Map(relationships.map(({ id, target }) => [id, target]))
  const stringsPart = relationships.find(({ type }) => type === 'sharedStrings')?.target
  const strings =
    stringsPart !== undefined && document.has(stringsPart) ? await sharedStrings(document, stringsPart) : []
  const parts: TextPart[] = []
  let shortened = sheets.length > limits.parts
  for (const { name, id } of sheets.slice(0, limits.parts)) {
    const part = targets.get(id)
    if (part === undefined || !part.endsWith('.xml') || !document.has(part)) continue
    const reading = cells(strings)
    const cut = await readPart(document, part, reading.handler)
    shortened = cut || reading.cut() || shortened
    parts.push({ title: name, text: reading.text() })
  }
  return { parts, shortened }
}

/** Rows of a sheet as lines, with tabs between the cells, in their columns. Values are the saved ones. */
function cells(strings: readonly string[]) {
  const rows: string[][] = []
  let row: string[] = []
  let type: string | undefined
  let column = 0
  let value = ''
  let inValue = false
  let cut = false
  let length = 0
  const handler: XmlHandler = {
    open: (name, attributes) => {
      if (name === 'row') {
        if (rows.length >= limits.rows) throw new Enough()
        row = []
      } else if (name === 'c') {
        type = attributes['t']
        column = columnOf(attributes['r']) ?? row.length
        value = ''
      } else if (name === 'v' || name === 't') inValue = true
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'c' && value !== '') {
        if (column >= limits.columns) cut = true
        else {
          const text = type === 's' ? (strings[Number(value)] ?? '…') : value
          // Many cells can share one long text.
          length += text.length
          if (length > limits.characters) throw new Enough()
          while (row.length < column) row.push('')
          row[column] = text.replace(/[\t\r\n]+/g, ' ')
        }
      } else if (name === 'row') rows.push(row)
    },
    text: (more) => {
      if (!inValue) return
      value += more
      if (value.length > limits.characters) throw new Enough()
    },
  }
  return {
    handler,
    cut: () => cut,
    text: () =>
      rows
        .map((each) => each.join('\t'))
        .join('\n')
        .trimEnd(),
  }
}

async function sharedStrings(document: OfficePackage, part: string): Promise<string[]> {
  const strings: string[] = []
  let current = ''
  let length = 0
  let inText = false
  let inReading = false
  await readPart(document, part, {
    open: (name) => {
      if (name === 'si') current = ''
      else if (name === 'rPh') inReading = true
      else if (name === 't') inText = !inReading
    },
    close: (name) => {
      if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
      else if (name === 'si') {
        strings.push(current)
        length += current.length
        if (strings.length > limits.strings || length > 20 * limits.characters) throw new Enough()
      }
    },
    text: (more) => {
      if (!inText) return
      current += more
      if (current.length > limits.characters) throw new Enough()
    },
  })
  return strings
}

/** The column of an address, from 0. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(address ?? '')?.[1]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The main part that the package names, else the usual one. */
async function mainPart(document: OfficePackage, usual: string): Promise<string> {
  const found = (await document.relationships('')).find(({ type }) => type === 'officeDocument')
  return found !== undefined && document.has(found.target) ? found.target : usual
}
