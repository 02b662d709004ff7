import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildWorkbook, type SheetSpec, type WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'
import { requests } from '../../src/platform/office/book-macro.ts'
import { DataReader, DataWriter } from '../../src/platform/office/data-stream.ts'
import { openOffice } from '../../src/platform/office/office.ts'
import type { OpenBook } from '../../src/platform/office/open-book.ts'
import { slowWorkbook } from '../execution/spreadsheet-workbooks.ts'

const office = await openOffice('auto')
afterAll(() => office.close())

/** A spreadsheet with a macro that writes a file when it is opened, and a formula that calls the macro's function. */
function withMacro(trace: string): string {
  const macro = [
    'Sub Begin',
    '  Dim f As Integer',
    '  f = FreeFile',
    `  Open "${trace}" For Output As #f`,
    '  Close #f',
    'End Sub',
    'Function Answer()',
    '  Begin()',
    '  Answer = 42',
    'End Function',
  ].join('\n')
  const names = Object.entries({
    office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
    table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
    text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
    script: 'urn:oasis:names:tc:opendocument:xmlns:script:1.0',
    ooo: 'http://openoffice.org/2004/office',
    of: 'urn:oasis:names:tc:opendocument:xmlns:of:1.2',
    xlink: 'http://www.w3.org/1999/xlink',
    dom: 'http://www.w3.org/2001/xml-events',
  }).map(([name, address]) => `xmlns:${name}="${address}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names.join(' ')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:scripts><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="Module1"><ooo:source-code>${macro}</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>
<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Begin?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>
<office:body><office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell table:formula="of:=ANSWER()" office:value-type="float" office:value="0"><text:p>0</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>
</office:document>`
}

describe.runIf(office.isInstalled)('an open book', () => {
  let folder: string
  let book: OpenBook
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-macro-'))
    book = await office.openBook({ locale: 'en-US', megabytes: 512 })
  })
  afterAll(async () => {
    await book.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('runs no macro of its document', async () => {
    const trace = path.join(folder, 'trace')
    const file = path.join(book.folder, 'book.fods')
    await writeFile(file, withMacro(trace))
    const open = new DataWriter().short(requests.open).text(`file://${file}`).text('OpenDocument Spreadsheet Flat XML')
    await book.ask(open.long(1).text('S').long(0), 60_000)
    const compute = new DataWriter().short(requests.compute).long(0).short(1).long(1, 0, 0, 0, 0, 0).long(0).long(0)
    const answer = await book.ask(compute, 60_000)
    expect(answer.text()).toBe('x')
    await expect(access(trace)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is gone with its folder when it is closed', async () => {
    const own = await office.openBook({ locale: 'en-US', megabytes: 512 })
    // The pipe on which the program waits for others started with the same profile.
    const digest = createHash('md5')
      .update(Buffer.from(`file://${own.folder}/profile`, 'utf16le'))
      .digest()
    const name = Array.from(digest, (byte) => byte.toString(16)).join('')
    const pipe = `/tmp/OSL_PIPE_${process.getuid?.()}_SingleOfficeIPC_${name}`
    await access(pipe)
    await own.close()
    expect(own.isEnded).toBe(true)
    for (const file of [own.folder, pipe]) await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(own.ask(new DataWriter(), 1000)).rejects.toMatchObject({ reason: 'broken' })
  })
})

it.runIf(office.isInstalled)('a document that is no longer wanted is closed unread', async () => {
  const content = createReadStream(import.meta.filename)
  const order = { owner: 'tenant', signal: AbortSignal.abort() }
  await expect(office.toPdf(content, '.txt', order)).rejects.toMatchObject({ name: 'AbortError' })
  expect(content.destroyed).toBe(true)
})

describe.runIf(office.isInstalled)('an open book that is closed while it is asked', () => {
  it('answers no more, and lets nobody wait', async () => {
    const own = await office.openBook({ locale: 'en-US', megabytes: 512 })
    const asked = own.ask(new DataWriter(), 600_000).catch((error: unknown) => error)
    await own.close()
    expect(await asked).toMatchObject({ reason: 'broken' })
  })

  it('does so while it computes', async () => {
    const own = await office.openBook({ locale: 'en-US', megabytes: 512 })
    const file = path.join(own.folder, 'book.xlsx')
    await writeFile(file, await buildWorkbook(endlessWorkbook()))
    const open = new DataWriter().short(requests.open).text(`file://${file}`).text('Calc MS Excel 2007 XML')
    const asked = own.ask(open.long(1).text('Slow').long(0), 600_000).catch((error: unknown) => error)
    // It creates its answer file before it starts.
    await vi.waitFor(() => access(path.join(own.folder, 'answer')), { timeout: 60_000 })
    await own.close()
    expect(await asked).toMatchObject({ reason: 'broken' })
  })
})

describe.runIf(office.isInstalled)('an open book that breaks down', () => {
  it('says so, even where it did not come to write down why', async () => {
    const own = await office.openBook({ locale: 'en-US', megabytes: 512 })
    const file = path.join(own.folder, 'book.xlsx')
    await writeFile(file, await buildWorkbook(endlessWorkbook()))
    const open = new DataWriter().short(requests.open).text(`file://${file}`).text('Calc MS Excel 2007 XML')
    const asked = own.ask(open.long(1).text('Slow').long(0), 600_000).catch((error: unknown) => error)
    await vi.waitFor(() => access(path.join(own.folder, 'answer')), { timeout: 60_000 })
    await writeFile(path.join(own.folder, 'failure'), '')
    for (const id of await processesWith(own.folder)) process.kill(id, 'SIGKILL')
    expect(await asked).toMatchObject({ reason: 'broken' })
    await own.close()
  })
})

/** Processes started with a folder. */
async function processesWith(folder: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return ids.filter((_, i) => commands[i]?.includes(folder))
}

function endlessWorkbook(): WorkbookSpec {
  const [{ name, cells }] = slowWorkbook().sheets as [SheetSpec]
  return { sheets: [{ name, cells: { ...cells, A1: 1_000_000 } }] }
}

describe('what is exchanged with it', () => {
  it('keeps every text and number', () => {
    const texts = ['', 'abc', 'é漢😀\0\uD800', 'x'.repeat(70_000)]
    const writer = new DataWriter().long(-1, 2 ** 31 - 1).double(0.1 + 0.2)
    for (const text of texts) writer.text(text)
    const reader = new DataReader(writer.bytes())
    expect([reader.long(), reader.long(), reader.double()]).toEqual([-1, 2 ** 31 - 1, 0.1 + 0.2])
    expect(texts.map(() => reader.text())).toEqual(texts)
  })
})
