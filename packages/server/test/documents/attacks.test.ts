import { createDocument } from '@sheetwright/contract/documents/create-document.ts'
import { deleteDocument } from '@sheetwright/contract/documents/delete-document.ts'
import { downloadDocument } from '@sheetwright/contract/documents/download-document.ts'
import { getContent } from '@sheetwright/contract/documents/get-content.ts'
import { getDocumentContent } from '@sheetwright/contract/documents/get-document-content.ts'
import { getDocumentVersions } from '@sheetwright/contract/documents/get-document-versions.ts'
import { listDocuments } from '@sheetwright/contract/documents/list-documents.ts'
import { moveDocument } from '@sheetwright/contract/documents/move-document.ts'
import { updateDocument } from '@sheetwright/contract/documents/update-document.ts'
import { updateDocumentMetadata } from '@sheetwright/contract/documents/update-document-metadata.ts'
import { listSections } from '@sheetwright/contract/documents/list-sections.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import fc from 'fast-check'
import { parseFragment, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { shownHtml } from '../../src/features/documents/shown-html.ts'
import { safeSummary } from '../../src/features/products/safe-summary.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'
import { codeOf, productOf, upload } from './people.ts'
import { pdfFile, wordFile, zipOf } from './sample-files.ts'

const server = useTestServer()

describe('a document of somebody else', () => {
  it('is not reached through a product of one’s own, by its id alone, or from another tenant', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner, 'Theirs')
    const { id } = await upload(owner, product, { name: 'secret.pdf', content: pdfFile() })
    const theirs = (await owner.client.call(listSections, { params: { product } }))[0]?.id ?? ''
    for (const thief of [
      await server().signIn({ tenant: owner }),
      await server().signIn({ groups: ['supervisor:pf'] }),
    ]) {
      const own = await productOf(thief, 'Mine')
      for (const through of [own, product, 'Theirs', 'Mine']) {
        const params = { product: through, document: id }
        const attempts = [
          thief.client.call(downloadDocument, { params }),
          thief.client.call(getContent, { params }),
          thief.client.call(getDocumentContent, { params }),
          thief.client.call(getDocumentVersions, { params }),
          thief.client.call(updateDocument, { params, body: { favorite: true } }),
          thief.client.call(updateDocumentMetadata, { params, body: { metadata: {} } }),
          thief.client.call(moveDocument, { params, body: { documentType: 'brochure' } }),
          thief.client.call(deleteDocument, { params }),
        ]
        const codes = await Promise.all(attempts.map(codeOf))
        expect(codes).toEqual(codes.map(() => 'DOCUMENT_NOT_FOUND'))
      }
      const intoTheirs = upload(thief, own, { name: 'x.pdf', content: pdfFile() }, { DocumentType: theirs })
      expect(await codeOf(intoTheirs)).toBe('SECTION_NOT_FOUND')
      const { id: mine } = await upload(thief, own, { name: 'x.pdf', content: pdfFile() })
      const params = { product: own, document: mine }
      expect(await codeOf(thief.client.call(moveDocument, { params, body: { documentType: theirs } }))).toBe(
        'SECTION_NOT_FOUND',
      )
    }
    const { items } = await owner.client.call(listDocuments, { params: { product }, body: {} })
    expect(items).toMatchObject([{ id, fileName: 'secret.pdf', favorite: false }])
  })
})

describe('a name', () => {
  it.each(['../../etc/passwd.pdf', '..\\..\\boot.pdf', '/abs/olute.pdf', 'C:\\temp\\drive.pdf'])(
    'with folders, %s, keeps none of them',
    async (name) => {
      const owner = await server().signIn()
      const { fileName } = await upload(owner, await productOf(owner), { name, content: pdfFile() })
      expect(fileName).toMatch(/^[a-z]+\.pdf$/)
    },
  )

  it.each(['a\u0000b.pdf', 'a*b.pdf', '<img src=x onerror=alert(1)>.pdf', 'x'.repeat(120) + '.pdf', 'a\u202efdp.pdf'])(
    'like %j is refused with the field that is wrong',
    async (name) => {
      const owner = await server().signIn()
      const product = await productOf(owner)
      const body = new FormData()
      body.set('File', new Blob([Uint8Array.from(pdfFile())]), name)
      const address = `${server().origin}${createDocument.path.replace('{product}', product)}`
      const answer = await fetch(address, { method: 'POST', headers: owner.headers, body })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(await answer.json())).toContain('body.File')
    },
  )
})

describe('content', () => {
  it.each([
    ['a page as PDF', 'page.pdf', '<script>alert(1)</script>'],
    ['a page as picture', 'page.png', '<svg onload=alert(1)>'],
    ['a program as document', 'setup.doc', 'MZ\u0090'],
    ['a text as page', 'notes.html', 'just words'],
    ['nothing at all', 'empty.pdf', ''],
    ['a picture with the wrong extension', 'photo.gif', '\u0089PNG\r\n\u001a\n'],
  ])('that is not what its name says, %s, is refused', async (_what, name, content) => {
    const owner = await server().signIn()
    const attempt = upload(owner, await productOf(owner), { name, content: Buffer.from(content, 'latin1') })
    expect(await codeOf(attempt)).toBe('INVALID_FILE_TYPE')
  })

  it('of a zip that is no office document, or of another kind, is refused', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const zip = await zipOf({ 'a.txt': 'x' })
    expect(await codeOf(upload(owner, product, { name: 'a.xlsx', content: zip }))).toBe('INVALID_FILE_TYPE')
    const word = await wordFile('x')
    expect(await codeOf(upload(owner, product, { name: 'a.xlsx', content: word }))).toBe('INVALID_FILE_TYPE')
    const cut = word.subarray(0, word.length - 30)
    expect(await codeOf(upload(owner, product, { name: 'a.docx', content: cut }))).toBe('INVALID_FILE_TYPE')
  })

  it.each(['run.exe', 'page.htm', 'picture.svg', 'noextension', '.pdf.js', 'archive.zip'])(
    'with an extension that is not accepted, %s, is refused',
    async (name) => {
      const owner = await server().signIn()
      expect(await codeOf(upload(owner, await productOf(owner), { name, content: '<p>' }))).toBe('INVALID_FILE_TYPE')
    },
  )

  it('with notes that are none is refused and leaves nothing', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    for (const Metadata of ['{"a":1}', '[]', 'x', '{"":"x"}']) {
      const attempt = upload(owner, product, { name: 'a.pdf', content: pdfFile() }, { Metadata })
      expect(await codeOf(attempt)).toBe('INVALID_INPUT')
    }
    const { items } = await owner.client.call(listDocuments, { params: { product }, body: {} })
    expect(items).toEqual([])
  })

  it('longer than the installation allows is refused', async () => {
    const small = await startTestServer({ SHEETWRIGHT_MAX_UPLOAD_MB: '1' })
    try {
      const owner = await small.signIn()
      const content = Buffer.concat([pdfFile(), Buffer.alloc(1024 * 1024)])
      const attempt = upload(owner, await productOf(owner), { name: 'a.pdf', content })
      expect(await codeOf(attempt)).toBe('FILE_SIZE_LIMIT_EXCEEDED')
    } finally {
      await small.stop()
    }
  })
})

/** Known ways to make pages run scripts. */
const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.test"><input name=a><button formaction="javascript:alert(1)">x</button></form>',
  '<p style="background:url(https://evil.test/x)">x</p>',
  '<p class="rt-size-12 evil rt-colour-red">x</p><span class="rt-size-12 evil">y</span>',
  '<base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<template><script>alert(1)</script></template>',
  '<xmp><script>alert(1)</script></xmp><plaintext><script>',
  '<p id="constructor" name="__proto__" constructor="x">x</p><constructor>y</constructor>',
  '<style>@import "https://evil.test/x.css"</style><link rel=stylesheet href="https://evil.test/x.css">',
  '<details open ontoggle=alert(1)>x</details><object data="x"></object><embed src="x">',
]

/** Everything that could run, load, submit, or imitate other content. */
const forbidden =
  /<(script|style|iframe|svg|math|object|embed|link|meta|base|form|input|button|template)|\son\w+\s*=|javascript:|evil/i

describe('HTML of somebody else', () => {
  it.each(hostile)('loses what is dangerous: %s', (html) => {
    for (const safe of [shownHtml(html), safeSummary(html)]) {
      expect(safe).not.toMatch(forbidden)
      // A browser reads exactly what was written: parsing it again changes nothing.
      const again = serialize(parseFragment(safe))
      expect(again).not.toMatch(forbidden)
    }
  })

  it('stays as it is once it is safe, however it is put together', () => {
    const piece = fc.constantFrom(
      ...hostile,
      '<p>',
      '</p>',
      '<table>',
      '<td>',
      '"',
      "'",
      '`',
      '<',
      '&lt;',
      '<!--',
      '-->',
      ']]>',
    )
    const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const safe = safeSummary(pieces.join(''))
      expect(safe).not.toMatch(/<(script|style|iframe|svg|math|img|form)|\son\w+\s*="/i)
      expect(safeSummary(safe)).toBe(safe)
    })
    fc.assert(property, { seed: 7, numRuns: 500 })
  })

  it('nested deeper than anybody writes does not bring the server down', () => {
    expect(shownHtml('<div>'.repeat(50_000)).length).toBeLessThan(10_000)
    const left = Array.from({ length: 4_000 }, (_, i) => `<b id=${i}>`).join('')
    const unfolding = `<p>${left}${'<p>x'.repeat(10_000)}`
    expect(() => shownHtml(unfolding)).toThrow('unfolds')
    expect(() => safeSummary(unfolding)).toThrow('leaves too many elements open')
  })

  it('in the summary of a product is cleaned when it is saved', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const summary =
      '<h2 class="rt-align-center">Cover</h2><p><span class="rt-size-14 rt-colour-navy x">A</span><img src=x onerror=alert(1)><a href="https://example.test/?a=1&b=2" onclick="x()">more</a></p>'
    await owner.client.call(updateProduct, { params: { product }, body: { summary } })
    expect((await owner.client.call(getProduct, { params: { product } })).summary).toBe(
      '<h2 class="rt-align-center">Cover</h2><p><span class="rt-size-14 rt-colour-navy">A</span><a href="https://example.test/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">more</a></p>',
    )
  })
})
