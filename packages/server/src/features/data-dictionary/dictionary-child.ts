import { buffer } from 'node:stream/consumers'
import path from 'node:path'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import yauzl from 'yauzl'
import { readCsv } from '../../platform/csv/read-csv.ts'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import { type ReadDictionaryAnswer, type ReadDictionaryRequest, uploadName } from './dictionary-request.ts'

const mostFiles = 100
const mostUnpacked = 200 * 1024 * 1024
const leftovers = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/i

/** Runs in a child process: the files are untrusted. */
serveParent<ReadDictionaryRequest>(async ({ folder }) => {
  const answer: { -readonly [K in keyof ReadDictionaryAnswer]: ReadDictionaryAnswer[K] } = {
    files: 0,
    rows: [],
    problems: [],
  }
  const refuse = (file: string, row: number, message: string) => answer.problems.push({ file, row, message })
  try {
    const zip = await yauzl.openPromise(path.join(folder, uploadName), { lazyEntries: true, autoClose: false })
    let unpacked = 0
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (name.endsWith('/') || leftovers.test(name)) continue
      unpacked += entry.uncompressedSize
      if (++answer.files > mostFiles || unpacked > mostUnpacked) {
        refuse(name, 0, 'The zip holds too much')
        break
      }
      const bytes = await buffer(await zip.openReadStreamPromise(entry))
      for (const [index, values] of (await tableOf(name, bytes, refuse)).entries()) {
        answer.rows.push({ file: name, row: index + 2, values })
      }
    }
    if (answer.files === 0) refuse(uploadName, 0, 'The zip is empty')
  } catch {
    refuse(uploadName, 0, 'The file is not a zip, or it is damaged')
  }
  return answer
})

type Refuse = (file: string, row: number, message: string) => void

async function tableOf(name: string, bytes: Buffer, refuse: Refuse): Promise<Record<string, string>[]> {
  const extension = path.extname(name).toLowerCase()
  if (extension === '.csv') {
    const { rows, wrongRow } = readCsv(bytes)
    if (wrongRow === undefined && rows.length >= 2) return byHeading(rows)
    const message =
      wrongRow === undefined ? 'needs a line of headings and one of values' : 'has another number of values'
    refuse(name, (wrongRow ?? 0) + 1, message)
    return []
  }
  if (extension === '.json') return jsonTable(name, bytes, refuse)
  if (extension === '.xlsx') return workbookTable(name, bytes, refuse)
  refuse(name, 0, 'is of another type: .csv, .json and .xlsx are read')
  return []
}

function jsonTable(name: string, bytes: Buffer, refuse: Refuse): Record<string, string>[] {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
    if (Array.isArray(value)) {
      return value.map((each: unknown) =>
        Object.fromEntries(Object.entries(each ?? {}).map(([key, one]) => [key.toLowerCase(), textOf(one)])),
      )
    }
  } catch {
    // Reported below.
  }
  refuse(name, 0, 'is not a JSON list of objects')
  return []
}

async function workbookTable(name: string, bytes: Buffer, refuse: Refuse): Promise<Record<string, string>[]> {
  const { workbook } = await readWorkbook(bytes)
  const sheet = workbook?.sheets.find(({ kind }) => kind === 'worksheet')
  if (sheet?.used === undefined || sheet.used === null) {
    refuse(name, 0, 'is not a workbook, or its first sheet is empty')
    return []
  }
  const { bottom, right } = sheet.used
  const rows = Array.from({ length: bottom + 1 }, (_, row) =>
    Array.from({ length: right + 1 }, (__, column) => {
      const cell = sheet.cells.get(row, column)
      return textOf(cell === undefined ? '' : cell.kind === 'constant' ? cell.value : cell.saved)
    }),
  )
  return byHeading(rows)
}

function byHeading([headings = [], ...rows]: readonly (readonly string[])[]): Record<string, string>[] {
  return rows
    .filter((row) => row.some((value) => value.trim() !== ''))
    .map((row) => Object.fromEntries(headings.map((heading, i) => [heading.trim().toLowerCase(), row[i] ?? ''])))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
