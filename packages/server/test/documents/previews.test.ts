import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getContent } from '@sheetwright/contract/documents/get-content.ts'
import { getDocumentContent } from '@sheetwright/contract/documents/get-document-content.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { type SignedIn, startTestServer, useTestServer } from '../support/test-server.ts'
import { codeOf, productOf, upload } from './people.ts'
import { pdfFile, sheetFile, slidesFile, wordFile, zipOf } from './sample-files.ts'

const server = useTestServer()

const shown = async (person: SignedIn, name: string, content: Buffer | string) => {
  const product = await productOf(person, `Product for ${name}`)
  const { id } = await upload(person, product, { name, content })
  return person.client.call(getDocumentContent, { params: { product, document: id } })
}

describe('a preview', () => {
  it('of a text, of slides in their order and of the sheets that are not hidden is what they say', async () => {
    const person = await server().signIn()
    expect(await shown(person, 'text.docx', await wordFile('Premium &amp; cover', '第二項'))).toEqual({
      kind: 'text',
      parts: [{ title: '', text: 'Premium & cover\n第二項' }],
      shortened: false,
    })
    expect(await shown(person, 'slides.pptx', await slidesFile('Hello', 'Goodbye'))).toMatchObject({
      parts: [
        { title: '1', text: 'Hello' },
        { title: '2', text: 'Goodbye' },
      ],
    })
    expect(await shown(person, 'sheet.xlsx', await sheetFile())).toMatchObject({
      parts: [{ title: 'Rates', text: '年齢\t\tRate\n30\t\t0.125' }],
    })
  })

  it('of a long text is cut, and of a package that is broken or bombs it says so', async () => {
    const person = await server().signIn()
    const long = await shown(
      person,
      'long.docx',
      await wordFile(...Array.from({ length: 9 }, () => 'x'.repeat(30_000))),
    )
    expect(long).toMatchObject({ kind: 'text', shortened: true })
    const broken = await zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document><w:p>' })
    expect(await shown(person, 'broken.docx', broken)).toEqual({ kind: 'none', reason: 'damaged' })
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'
    const hostile = await zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': entities })
    expect(await shown(person, 'hostile.docx', hostile)).toEqual({ kind: 'none', reason: 'damaged' })
    const bomb = await zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': ' '.repeat(20_000_000) })
    expect(await shown(person, 'bomb.docx', bomb)).toEqual({ kind: 'none', reason: 'damaged' })
  })

  it('of packages whose text takes for ever to put together is cut as well', async () => {
    const person = await server().signIn()
    const lines = Array.from({ length: 150_000 }, (_, i) => `<w:br w:id="${i}"/>`).join('')
    const word = await zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': `<w:p xmlns:w="w">${lines}<w:t>x</w:t>${'<w:tc></w:tc>'.repeat(1_000)}</w:p>`,
    })
    expect(await shown(person, 'lines.docx', word)).toMatchObject({ kind: 'text', shortened: false })
    const rows = `<row>${'<c t="s"><v>2</v></c>'.repeat(50)}</row>`.repeat(400)
    const sheet = await sheetFile({ rows, text: randomBytes(50_000).toString('hex') })
    const preview = await shown(person, 'cells.xlsx', sheet)
    expect(preview).toMatchObject({ kind: 'text', shortened: true })
    expect(JSON.stringify(preview).length).toBeLessThan(300_000)
  })

  it('of long HTML is whole, of HTML that unfolds without end there is none', async () => {
    const person = await server().signIn()
    const paragraphs = '<p onclick="x()">Premium</p>'.repeat(5_000)
    expect(await shown(person, 'long.html', Buffer.from(`<!doctype html>${paragraphs}`))).toEqual({
      kind: 'html',
      html: '<p>Premium</p>'.repeat(5_000),
      shortened: false,
    })
    for (const [open, again] of [
      [500, 2_000],
      [5_000, 20_000],
    ] as const) {
      const left = Array.from({ length: open }, (_, i) => `<b id=${i}>`).join('')
      const hostile = Buffer.from(`<p>${left}${'<p>x'.repeat(again)}`)
      expect(await shown(person, `${open}.html`, hostile)).toEqual({ kind: 'none', reason: 'tooLarge' })
    }
  })

  it('of HTML is its text in its structure, in the encoding it names, with nothing that runs or is fetched', async () => {
    const person = await server().signIn()
    const html = `<!doctype html><meta charset="shift_jis"><style>p{color:red}</style><h1 onclick="x()">`
    const end = `</h1><p style="color:red">a<script>top.x=1</script><a href="javascript:x()">b</a><img src="https://e.test/p.png" onerror=x()><svg><a xlink:href="x"/></svg><iframe srcdoc="<p>"></iframe>`
    const content = Buffer.concat([Buffer.from(html), Buffer.from([0x95, 0xdb, 0x8c, 0xaf]), Buffer.from(end)])
    expect(await shown(person, 'page.html', content)).toEqual({
      kind: 'html',
      html: '<h1>保険</h1><p>a<a>b</a><img></p>',
      shortened: false,
    })
  })

  it('of XML is its text, of old formats nothing without a converter, of pictures and PDFs themselves', async () => {
    const person = await server().signIn()
    expect(await shown(person, 'data.xml', '<a><script>x</script></a>')).toMatchObject({
      kind: 'text',
      parts: [{ text: '<a><script>x</script></a>' }],
    })
    const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    expect(await shown(person, 'old.doc', compound)).toEqual({ kind: 'none', reason: 'noConverter' })
    expect(await shown(person, 'locked.docx', compound)).toEqual({ kind: 'none', reason: 'protected' })
    expect(await shown(person, 'a.pdf', pdfFile())).toEqual({ kind: 'pdf' })
  })

  it('of a TIFF is a picture that browsers know', async () => {
    const person = await server().signIn()
    const product = await productOf(person)
    const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: '#336699' } })
    const { id } = await upload(person, product, { name: 'scan.tiff', content: await picture.tiff().toBuffer() })
    const { blob } = await person.client.call(getContent, { params: { product, document: id } })
    expect(await sharp(Buffer.from(await blob.arrayBuffer())).metadata()).toMatchObject({ format: 'jpeg', width: 20 })
    const { id: damaged } = await upload(person, product, { name: 'bad.tiff', content: Buffer.from('II*\0nothing') })
    expect(await codeOf(person.client.call(getContent, { params: { product, document: damaged } }))).toBe(
      'INVALID_FILE_TYPE',
    )
  })
})

describe('with a converter', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

  /** A fake LibreOffice that counts its calls, and fails for documents that say so. */
  async function converter(): Promise<{ program: string; log: string }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-converter-'))
    folders.push(folder)
    const program = path.join(folder, 'convert')
    const log = path.join(folder, 'log')
    const script = [
      '#!/bin/sh',
      `echo run >> ${log}`,
      'for last; do :; done',
      'grep -q locked "$last" && exit 1',
      'while [ "$1" != --outdir ]; do shift; done',
      'printf "%%PDF-1.4 made" > "$2/document.pdf"',
    ]
    await writeFile(program, script.join('\n'))
    await chmod(program, 0o755)
    return { program, log }
  }

  it('texts are shown as PDF, made once; what cannot be turned is refused; sheets stay values', async () => {
    const { program } = await converter()
    const own = await startTestServer({ SHEETWRIGHT_LIBREOFFICE: program })
    try {
      const person = await own.signIn()
      const product = await productOf(person)
      const { id } = await upload(person, product, { name: 'text.docx', content: await wordFile('Hello') })
      const params = { product, document: id }
      expect(await person.client.call(getDocumentContent, { params })).toEqual({ kind: 'pdf' })
      const read = async () => (await person.client.call(getContent, { params })).blob.text()
      expect(await read()).toBe('%PDF-1.4 made')
      await own.services.files.collect(person.tenantId, new Date(Date.now() + 60_000))
      await writeFile(program, '#!/bin/sh\nexit 1')
      expect(await read()).toBe('%PDF-1.4 made')
      const sheet = await upload(person, product, { name: 'rates.xlsx', content: await sheetFile() })
      const values = await person.client.call(getDocumentContent, { params: { product, document: sheet.id } })
      expect(values.kind).toBe('text')
      const locked = await upload(person, product, { name: 'other.docx', content: await wordFile('locked') })
      const place = { params: { product, document: locked.id } }
      expect((await person.client.call(getDocumentContent, place)).kind).toBe('text')
      const refused = person.client.call(getContent, place)
      expect(await codeOf(refused)).toBe('INVALID_FILE_TYPE')
    } finally {
      await own.stop()
    }
  })
})
