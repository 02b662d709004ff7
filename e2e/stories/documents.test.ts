import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { type Language, picture } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

/** A PDF page with one line of text. */
const pdf = (line: string) =>
  Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${line.length + 34}>>stream
BT /F1 24 Tf 40 200 Td (${line}) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`)

/** A page that would do harm if any attack vector were open. */
const hostilePage = `<!doctype html><html><head><title>x</title><script>top.harmed = 1</script></head>
<body onload="top.harmed = 2"><h1>Tariff guide</h1><p style="color:red">Premiums <b>by age</b></p>
<img src="x" onerror="top.harmed = 3"><svg onload="top.harmed = 4"></svg><a href="javascript:top.harmed = 5">link</a>
<iframe srcdoc="<script>top.harmed = 6</script>"></iframe><form action="https://evil.test"><button>Send</button></form>
<table><tr><th>Age</th><th>Rate</th></tr><tr><td>30</td><td>0.125</td></tr></table></body></html>`

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgaPj/HwAEggJ/p0qZlgAAAABJRU5ErkJggg==',
  'base64',
)

/** Page model of a product's documents. */
function documentsPage(page: Page, language: Language) {
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)
  const dialog = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  return {
    say,
    dialog,
    row,
    tab: (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }),
    upload: async (name: string, buffer: Buffer) => {
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    },
    choose: async (name: string, action: string) => {
      await row(name)
        .getByRole('button', { name: say('Product.actionsOf', { name }) })
        .click()
      await page.getByRole('menuitem', { name: say(action), exact: true }).click()
    },
    section: async (action: string) => {
      await page.getByRole('button', { name: say('SectionMenu.label') }).click()
      await page.getByRole('menuitem', { name: say(action) }).click()
    },
  }
}

describe('documents', () => {
  const { language, width, colorScheme, name, terms } = {
    language: 'en',
    width: 1440,
    colorScheme: 'light',
    name: 'Term life',
    terms: 'Terms',
  } as const
  it('are uploaded, shown safely, kept in versions, moved, noted on, deleted and brought back', async () => {
    const as = { language, width, colorScheme }
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', as)
    const { say } = cataloguePage(page, language)
    await cataloguePage(page, language).create(name)
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByRole('link', { name: say('Navigation.documents'), exact: true }).click()
    const documents = documentsPage(page, language)
    await page.getByText(say('Documents.empty.text')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `documents-empty-${language}`)

    await documents.upload('guide.pdf', pdf('First edition'))
    await documents.row('guide.pdf').first().waitFor()
    await documents.upload('page.html', Buffer.from(hostilePage))
    await documents.row('page.html').first().waitFor()
    await documents.upload('setup.exe', Buffer.from('MZ'))
    await page.getByRole('alert').filter({ hasText: '.xlsx' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `documents-list-${language}`)

    await documents.row('page.html').getByText('page.html').click()
    const frame = page.frameLocator(`iframe[title="${say('Preview.of', { name: 'page.html' })}"]`)
    await frame.getByRole('heading', { name: 'Tariff guide' }).waitFor()
    await frame.getByText('0.125').waitFor()
    expect(await frame.locator('script, svg, form, iframe, a[href], [onload], [style]').count()).toBe(0)
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
    await picture(page, `documents-html-${language}`)

    await documents.row('guide.pdf').getByText('guide.pdf').click()
    await page.locator(`iframe[title="${say('Preview.of', { name: 'guide.pdf' })}"][src^="blob:"]`).waitFor()
    await documents.upload('guide.pdf', pdf('Second edition'))
    await expect.poll(() => page.getByRole('rowheader', { name: say('Document.version') }).count()).toBeGreaterThan(0)
    await picture(page, `documents-pdf-${language}`)
    await page.getByRole('button', { name: say('Preview.close') }).click()

    await documents.choose('guide.pdf', 'Document.versions')
    await documents.dialog.getByRole('button', { name: say('Versions.restoreOf', { version: '1' }) }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `documents-versions-${language}`)
    await documents.dialog.getByRole('button', { name: say('Versions.restoreOf', { version: '1' }) }).click()
    await documents.dialog.waitFor({ state: 'hidden' })
    await documents.row('guide.pdf').getByRole('cell', { name: '3', exact: true }).waitFor()

    await documents.choose('guide.pdf', 'Document.metadata')
    await documents.dialog.getByRole('button', { name: say('Metadata.add') }).click()
    await documents.dialog.getByRole('textbox', { name: say('Metadata.name') }).fill('Author')
    await documents.dialog.getByRole('textbox', { name: say('Metadata.value') }).fill('Sato')
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `documents-metadata-${language}`)
    await documents.dialog.getByRole('button', { name: say('Dialog.save') }).click()
    await documents.dialog.waitFor({ state: 'hidden' })
    await page.getByRole('searchbox').fill('sato')
    await documents.row('page.html').waitFor({ state: 'detached' })
    await documents.row('guide.pdf').waitFor()
    await page.getByRole('searchbox').fill('')

    await documents.section('SectionMenu.new')
    await documents.dialog.getByRole('textbox', { name: say('SectionDialog.name') }).fill(terms)
    await documents.dialog.getByRole('checkbox', { name: say('FileType.html') }).uncheck()
    expect(await accessibilityFindings(page)).toEqual([])
    await documents.dialog.getByRole('button', { name: say('SectionDialog.create') }).click()
    await documents.dialog.waitFor({ state: 'hidden' })
    await documents.tab(terms).and(page.locator('[aria-selected=true]')).waitFor()
    await documents.section('SectionMenu.left')
    await expect.poll(() => page.getByRole('tab').nth(2).textContent()).toContain(terms)

    await documents.tab(say('Section.serviceDocumentation')).click()
    await documents.choose('page.html', 'Document.move')
    await expect.poll(() => documents.dialog.getByRole('radio', { name: terms }).isDisabled()).toBe(true)
    await documents.dialog.getByRole('button', { name: say('Dialog.cancel') }).click()
    await documents.dialog.waitFor({ state: 'hidden' })
    await documents.choose('guide.pdf', 'Document.move')
    await documents.dialog.getByRole('radio', { name: terms }).check()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `documents-move-${language}`)
    await documents.dialog.getByRole('button', { name: say('Document.move'), exact: true }).click()
    await documents.row('guide.pdf').waitFor({ state: 'detached' })

    // A list that is asked for before the mark is saved lacks the document for a moment, and its menu would close.
    const marked = page.waitForResponse((answer) => answer.url().includes('/documents/update/'))
    await page.getByRole('button', { name: say('Product.favouriteOf', { name: 'page.html' }) }).click()
    await marked
    await page.getByRole('button', { name: say('Catalogue.favourites'), exact: true }).click()
    await expect.poll(() => page.url()).toContain('favourites=true')
    await documents.row('page.html').waitFor()
    await documents.choose('page.html', 'Document.delete')
    await page.getByRole('button', { name: say('Document.deletion.confirm', { name: 'page.html' }) }).click()
    await documents.row('page.html').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: say('Documents.deleted') }).click()
    await documents
      .row('page.html')
      .getByRole('cell', { name: say('Section.serviceDocumentation') })
      .waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `documents-deleted-${language}`)
    await documents
      .row('page.html')
      .getByRole('button', { name: say('Document.restore') })
      .click()
    await page.getByRole('heading', { name: say('Documents.noMatch.title') }).waitFor()
    await page.getByRole('button', { name: say('Catalogue.clear') }).click()
    await documents.row('page.html').waitFor()

    await page.getByRole('link', { name: say('Section.images') }).click()
    await documents.upload('logo.png', onePixel)
    await documents.row('logo.png').first().waitFor()
    await documents.row('logo.png').first().focus()
    await page.keyboard.press('Enter')
    const shown = page.getByRole('img', { name: 'logo.png' })
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    expect(await accessibilityFindings(page)).toEqual([])

    await page.getByRole('link', { name: say('Navigation.overview'), exact: true }).click()
    await page
      .getByText(/logo\.png/)
      .first()
      .waitFor()
    await picture(page, `documents-changes-${language}`)
    const known = /status of 401|sandboxed|violates the following Content Security Policy/
    expect(complaints.filter((complaint) => !known.test(complaint))).toEqual([])
    await close()
  })
})

it('documents are dropped into a section, reach the pages of others as they happen, and readers can only look', async () => {
  const language = 'en'
  const name = 'Shared with readers'
  const owner = await signedIn(story, 'supervisor@demo.test', { language })
  const { say, create } = cataloguePage(owner.page, language)
  await create(name)
  await owner.page.getByRole('heading', { name, exact: true }).waitFor()
  await owner.page.getByRole('button', { name: say('MainHeader.share'), exact: true }).click()
  await owner.page.getByRole('switch', { name: 'user:pf.forms' }).click()
  await owner.page.getByRole('dialog').getByText(say('AccessLevel.view')).first().waitFor()
  const address = `${new URL(owner.page.url()).pathname}/documents`

  const reader = await signedIn(story, 'user@demo.test', { language, opens: false })
  await reader.page.goto(`/shared${address}`)
  await reader.page.getByText(say('Documents.empty.reader')).waitFor()
  expect(await reader.page.getByRole('button', { name: say('Documents.upload') }).count()).toBe(0)
  expect(await reader.page.getByRole('button', { name: say('SectionMenu.label') }).count()).toBe(0)

  await owner.page.goto(address)
  const area = owner.page.getByText(say('Documents.empty.text'))
  await area.waitFor()
  const dropped = await owner.page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'news.pdf'))
    transfer.items.add(new File(['no picture'], 'logo.png'))
    return transfer
  }, pdf('News').toString('latin1'))
  await area.dispatchEvent('dragenter', { dataTransfer: dropped })
  await owner.page.getByText(say('Upload.dropInto', { section: say('Section.serviceDocumentation') })).waitFor()
  await picture(owner.page, `documents-drop-${language}`)
  await area.dispatchEvent('drop', { dataTransfer: dropped })
  await owner.page.getByText(say('Error.INVALID_FILE_TYPE')).waitFor()
  await documentsPage(owner.page, language).row('news.pdf').waitFor()

  const seen = documentsPage(reader.page, language)
  await seen.row('news.pdf').waitFor()
  await seen.row('news.pdf').getByText('news.pdf').click()
  await reader.page.locator('iframe[src^="blob:"]').waitFor()
  await reader.page.keyboard.press('Escape')
  await reader.page.locator('iframe').waitFor({ state: 'detached' })
  await seen
    .row('news.pdf')
    .getByRole('button', { name: say('Product.actionsOf', { name: 'news.pdf' }) })
    .click()
  expect(await reader.page.getByRole('menuitem').allTextContents()).toEqual([
    say('Document.download'),
    say('Document.versions'),
  ])
  expect(await accessibilityFindings(reader.page)).toEqual([])
  const download = reader.page.waitForEvent('download')
  await reader.page.getByRole('menuitem', { name: say('Document.download') }).click()
  expect((await download).suggestedFilename()).toBe('news.pdf')
  await Promise.all([owner.close(), reader.close()])
})
