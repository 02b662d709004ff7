import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { workbookFile } from '../../packages/server/demo/workbook-file.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { newVisitor, picture } from '../support/browser.ts'
import { addProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { smallZip } from '../support/small-zip.ts'
import { text } from '../support/texts.ts'
import { useStoryAlone } from '../support/use-story.ts'

const story = useStoryAlone({ SHEETWRIGHT_LIBREOFFICE: 'off' })

const pdf = (line: string) => Buffer.from(`%PDF-1.4\n% ${line}\ntrailer<</Root 1 0 R>>`)
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgaPj/HwAEggJ/p0qZlgAAAABJRU5ErkJggg==',
  'base64',
)

type Row = (name: string) => Locator

/** A whole folder is queued, paused midway, and resumed. */
async function folderWithPause(page: Page, row: Row): Promise<void> {
  const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-folder-'))
  try {
    await mkdir(path.join(folder, 'May'))
    for (const name of ['a.pdf', 'b.pdf', 'May/c.pdf', 'May/d.pdf', 'May/e.pdf']) {
      await writeFile(path.join(folder, name), pdf(name))
    }
    const held = Promise.withResolvers<void>()
    await page.route('**/api/filemanager/SaveDocument', async (route) => {
      await held.promise
      // Requests stopped in the meantime are gone.
      await route.continue().catch(() => undefined)
    })
    await page.getByLabel(say('Files.uploadFolder')).setInputFiles(folder)
    await page.getByRole('button', { name: say('Files.upload.pause') }).click()
    await page.getByText(say('Files.upload.paused')).nth(4).waitFor()
    await picture(page, 'files-paused-en')
    held.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: say('Files.upload.resume') }).click()
    await page.getByText(/^5 of 5 uploaded, 100%/).waitFor()
    const top = path.basename(folder)
    await row(top).getByText(top).click()
    await row('b.pdf').waitFor()
    await row('May').getByText('May').click()
    await row('e.pdf').waitFor()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A visitor without an account opens a link to a file, downloads it, and loses access when the link is revoked. */
async function linkForVisitors(page: Page, choose: (name: string, action: string) => Promise<void>): Promise<void> {
  const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
  const name = 'rates.xlsx'
  const dialog = page.getByRole('dialog', { name: say('FileLinks.title', { name }) })
  await choose(name, 'FileLinks.open')
  await dialog.getByRole('textbox', { name: say('VisitorLinks.maxUses') }).fill('0')
  await dialog.getByRole('button', { name: say('VisitorLinks.create') }).click()
  await dialog.getByText(say('VisitorLinks.maxUsesRule')).waitFor()
  await dialog.getByRole('textbox', { name: say('VisitorLinks.maxUses') }).fill('5')
  await dialog.getByRole('button', { name: say('VisitorLinks.create') }).click()
  await dialog.getByRole('button', { name: say('VisitorLinks.copy', { engine: name }) }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'files-links-en')

  const as = { language: 'en', width: 390, colorScheme: 'light', origin: story.product.origin } as const
  const visitor = await newVisitor(story.browser, as)
  const email = 'reader@example.test'
  await visitor.page.goto(link)
  await visitor.page.getByRole('textbox', { name: say('Users.email') }).fill(email)
  await visitor.page.getByRole('button', { name: say('Visitor.send') }).click()
  await visitor.page.getByRole('textbox', { name: say('Visitor.code') }).waitFor()
  const { page: desk, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440, opens: false })
  await desk.goto('/admin?tab=outbox')
  await desk.getByRole('row').filter({ hasText: email }).click()
  await desk.getByRole('dialog').getByText(say('Outbox.audited')).waitFor()
  const code = /\b\d{6}\b/.exec(await desk.getByRole('dialog').innerText())?.[0] ?? ''
  await close()
  await visitor.page.getByRole('textbox', { name: say('Visitor.code') }).fill(code)
  await visitor.page.getByRole('button', { name: say('Visitor.enter') }).click()
  await visitor.page.getByRole('heading', { name }).waitFor()
  expect(await accessibilityFindings(visitor.page)).toEqual([])
  await picture(visitor.page, 'visitor-file-en')
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.page.getByRole('button', { name: say('Document.download') }).click(),
  ])
  expect(download.suggestedFilename()).toBe(name)

  await dialog.getByRole('button', { name: say('VisitorLinks.revoke.confirm', { engine: name }) }).click()
  await page
    .getByRole('dialog', { name: say('VisitorLinks.revoke'), exact: true })
    .getByRole('button', { name: say('VisitorLinks.revoke.confirm', { engine: name }) })
    .click()
  await dialog.getByText(say('KeyState.revoked')).waitFor()
  await visitor.page.reload()
  await visitor.page.getByRole('heading', { name: say('SharedFile.ended') }).waitFor()
  await picture(visitor.page, 'visitor-file-ended-en')
  await visitor.close()
  await dialog.getByRole('button', { name: say('Dialog.cancel') }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** A file added to a product's section in the explorer is one of its documents. */
async function sectionUpload(page: Page, row: Row): Promise<void> {
  const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
  await addProduct(page, 'Sections of its own')
  await page.goto('/admin/explorer/home/products/Sections%20of%20its%20own')
  await page.getByRole('row').nth(1).waitFor()
  expect(await page.getByRole('button', { name: say('Files.upload'), exact: true }).count()).toBe(0)
  await page.getByRole('row').nth(1).locator('span').first().click()
  const upload = page.locator('input[type=file]').first()
  await upload.setInputFiles({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: pdf('terms') })
  await page.getByText(/^1 of 1 uploaded, 100%/).waitFor()
  expect(await page.getByRole('button', { name: say('Files.newFolder') }).count()).toBe(0)
  await row('terms.pdf').getByText('terms.pdf').click()
  await page.waitForURL(/\/products\/[^/]+\/documents\//)
}

/** The data dictionary: uploaded as a zip, searched, sorted, downloaded, and wrong entries reported place by place. */
async function dataDictionary(page: Page): Promise<void> {
  const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
  await page.goto('/admin/dictionary')
  await page.getByText(say('Dictionary.empty'), { exact: true }).waitFor()
  const upload = (files: Record<string, string>) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'names.zip', mimeType: 'application/zip', buffer: smallZip(files) })
  await upload({ 'a.csv': 'name,type\nAge,colour\n', 'b.txt': 'x' })
  await page.getByRole('alert').getByText('a.csv', { exact: false }).first().waitFor()
  await picture(page, 'dictionary-problems-en')
  await upload({
    'a.csv': 'name,direction,type,unit,allowed,description\nAge,input,number,years,0 to 120,Age of the driver\n',
    'b.json': '[{"name":"Premium","direction":"output","type":"number","unit":"EUR","description":"To pay in a year"}]',
  })
  await page.getByText('2 names in the data dictionary now').waitFor()
  const table = page.getByRole('table', { name: say('Navigation.dataDictionary') })
  await table.getByText('Premium').waitFor()
  await table.getByRole('button', { name: say('Dictionary.name') }).click()
  await table.getByRole('button', { name: say('Dictionary.name') }).click()
  await expect.poll(() => table.getByRole('row').nth(1).innerText()).toContain('Premium')
  await page.getByRole('searchbox', { name: say('Dictionary.search') }).fill('driver')
  await expect.poll(() => table.getByText('Premium').count()).toBe(0)
  await table.getByText('Age', { exact: true }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'dictionary-en')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('Document.download') }).click(),
  ])
  expect(download.suggestedFilename()).toBe('data-dictionary.zip')
}

describe('the file manager', () => {
  it('takes folders and files, shows, edits, moves, copies, finds, deletes and brings them back', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440 })
    const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
    const dialog = page.getByRole('dialog')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const choose = async (name: string, action: string) => {
      await row(name)
        .getByRole('button', { name: say('Product.actionsOf', { name }) })
        .click()
      await page.getByRole('menuitem', { name: say(action), exact: true }).click()
    }
    // The list becomes wider without the pane: a click at that moment would miss a button that moves.
    const closePane = async () => {
      await page.getByRole('button', { name: say('Dialog.close') }).click()
      await page.getByRole('complementary').waitFor({ state: 'hidden' })
    }
    await page.getByRole('link', { name: say('Navigation.files'), exact: true }).click()
    await page.getByText(say('Files.empty'), { exact: true }).waitFor()
    expect(page.url()).toContain('/admin/explorer/home/files')
    await picture(page, 'files-empty-en')

    await page.getByRole('button', { name: say('Files.newFolder') }).click()
    await dialog.getByRole('textbox', { name: say('Files.name') }).fill('a/b')
    await dialog.getByRole('button', { name: say('Files.makeFolder') }).click()
    await dialog.locator('[class*=error]').getByText('none of', { exact: false }).first().waitFor()
    await dialog.getByRole('textbox', { name: say('Files.name') }).fill('Tariffs 2026')
    await dialog.getByRole('button', { name: say('Files.makeFolder') }).click()
    await row('Tariffs 2026').getByText('Tariffs 2026').click()
    await page.getByRole('heading', { name: 'Tariffs 2026' }).waitFor()
    expect(decodeURIComponent(page.url())).toContain('/admin/explorer/home/files/Tariffs 2026')

    const large = Buffer.concat([pdf('large'), Buffer.alloc(20 * 1024 * 1024, 7)])
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: '料率 guide.pdf', mimeType: 'application/pdf', buffer: pdf('one') },
        { name: 'cover.png', mimeType: 'image/png', buffer: onePixel },
        { name: 'large.pdf', mimeType: 'application/pdf', buffer: large },
        { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      ])
    await row('large.pdf').waitFor()
    await row('cover.png').waitFor()
    await row('料率 guide.pdf').waitFor()
    await page.getByText('.xlsx', { exact: false }).first().waitFor()
    await picture(page, 'files-list-en')
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('button', { name: say('Files.upload.clear') }).click()

    await row('cover.png').getByText('cover.png').click()
    await page.locator('img[alt="cover.png"][src^="blob:"]').waitFor()
    expect(page.url()).toContain('/file:')
    await picture(page, 'files-pane-en')
    await page.reload()
    await page.locator('img[alt="cover.png"][src^="blob:"]').waitFor()
    await page.getByRole('button', { name: say('Files.edit') }).click()
    await dialog.getByRole('textbox', { name: say('Files.name') }).fill('picture.png')
    await dialog.getByRole('button', { name: say('Metadata.add') }).click()
    await dialog.getByPlaceholder(say('Metadata.name')).fill('Author')
    await dialog.getByPlaceholder(say('Metadata.value')).fill('Sato')
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'files-details-en')
    await dialog.getByRole('button', { name: say('Dialog.save') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('complementary').getByText('Sato').waitFor()
    await closePane()

    await choose('picture.png', 'Files.copy')
    await dialog.getByRole('button', { name: say('Files.root'), exact: true }).click()
    await picture(page, 'files-copy-en')
    await dialog.getByRole('button', { name: say('Files.copyHere') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('searchbox').fill('sato')
    await expect.poll(() => row('picture.png').count()).toBe(2)
    await picture(page, 'files-search-en')
    await page.getByRole('searchbox').fill('')
    await row('large.pdf').waitFor()

    // The keyboard reaches every row: the first two are selected, then deleted.
    await row('large.pdf').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Delete')
    await dialog.getByRole('button', { name: 'Delete 2 items' }).click()
    await expect.poll(() => row('large.pdf').count()).toBe(0)
    await page
      .getByRole('button', { name: say('Files.deleted'), exact: true })
      .first()
      .click()
    await choose('large.pdf', 'Files.undelete')
    await expect.poll(() => row('large.pdf').count()).toBe(0)
    await page
      .getByRole('button', { name: say('Files.deleted'), exact: true })
      .first()
      .click()
    await row('large.pdf').waitFor()

    // A workbook preview shows its tables, in a page without scripts.
    const sheet = { name: 'Rates', cells: { A1: 'Plan', B1: 'Rate', A2: 'Plus', B2: 0.02 } }
    const web = '<h1>Notes</h1><script>document.title="run"</script><p onclick="x()">Read this</p>'
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        {
          name: 'rates.xlsx',
          mimeType: 'application/octet-stream',
          buffer: await workbookFile({ sheets: [sheet], names: [] }),
        },
        { name: 'notes.html', mimeType: 'text/html', buffer: Buffer.from(web) },
      ])
    // It stands above the workbook: a click while it comes in would miss.
    await row('notes.html').waitFor()
    await row('rates.xlsx').getByText('rates.xlsx').click()
    await page.getByRole('complementary').getByRole('cell', { name: 'Plus' }).waitFor()
    await picture(page, 'files-workbook-en')
    await row('notes.html').getByText('notes.html').click()
    await page.frameLocator('iframe[sandbox=""]').getByText('Read this').waitFor()
    expect(await page.frameLocator('iframe[sandbox=""]').locator('script').count()).toBe(0)
    await closePane()
    await page.getByRole('button', { name: say('Files.upload.clear') }).click()
    await linkForVisitors(page, choose)
    await folderWithPause(page, row)

    await page
      .getByRole('navigation', { name: say('Files.tree') })
      .getByText(say('Navigation.products'))
      .click()
    await page.getByRole('heading', { name: say('Navigation.products') }).waitFor()
    expect(await page.getByRole('button', { name: say('Files.newFolder') }).count()).toBe(0)
    await picture(page, 'files-products-en')
    await sectionUpload(page, row)
    expect(complaints).toEqual([])
    await close()
  })

  it('packs a folder in the background, lists the job, and tests itself', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440, opens: false })
    const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
    await page.goto(`${story.product.origin}/admin/explorer/home/files`)
    await page.getByRole('button', { name: say('Product.actionsOf', { name: 'Tariffs 2026' }) }).click()
    await page.getByRole('menuitem', { name: say('Document.download'), exact: true }).click()
    await page.getByText('Tariffs 2026.zip', { exact: false }).first().waitFor()
    await page.getByRole('link', { name: say('Jobs.title'), exact: true }).click()
    await page.getByRole('heading', { name: say('Jobs.title'), level: 1 }).waitFor()
    await page.getByRole('combobox', { name: say('Jobs.status') }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'jobs-en')

    await page.goto(`${story.product.origin}/admin?tab=diagnostics`)
    await page.getByRole('button', { name: say('SelfTest.run') }).click()
    await page.getByText('Passed in', { exact: false }).nth(7).waitFor()
    await picture(page, 'diagnostics-en')
    expect(await accessibilityFindings(page)).toEqual([])

    await page.goto(`${story.product.origin}/admin?tab=areas`)
    await page.getByRole('switch', { name: say('Area.ShowCategories') }).click()
    await expect.poll(() => page.getByRole('link', { name: say('Navigation.categories') }).count()).toBe(0)
    await picture(page, 'areas-en')
    await page.goto(`${story.product.origin}/admin/categories`)
    await page.getByText(say('NotFound.title')).waitFor()
    await page.goto(`${story.product.origin}/admin?tab=areas`)
    await page.getByRole('switch', { name: say('Area.ShowCategories') }).click()
    await page.getByRole('link', { name: say('Navigation.categories') }).waitFor()
    await dataDictionary(page)
    // The zip that was refused.
    expect(complaints).toEqual([expect.stringContaining('400')])
    await close()
  })

  it('speaks Japanese', async () => {
    const as = { language: 'ja', width: 1024, colorScheme: 'dark' } as const
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { ...as, opens: false })
    await page.goto(`${story.product.origin}/admin/explorer/home/files/Tariffs%202026`)
    await page.getByRole('row').filter({ hasText: 'large.pdf' }).getByText('large.pdf').click()
    await page.getByRole('complementary').getByText(text('ja', 'Files.owner')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'files-pane-ja')
    await page.getByRole('button', { name: text('ja', 'FileLinks.open') }).click()
    await page.getByRole('dialog').getByText(text('ja', 'VisitorLinks.empty.title')).waitFor()
    await picture(page, 'files-links-ja')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('ja', 'Dialog.cancel') })
      .click()
    await page.goto('/admin/dictionary')
    const age = page.getByRole('row').filter({ hasText: 'Age' })
    await age.getByText(text('ja', 'Tester.input'), { exact: true }).waitFor()
    await age.getByText(text('ja', 'ValueType.number'), { exact: true }).waitFor()
    await picture(page, 'dictionary-ja')
    expect(complaints).toEqual([])
    await close()
  })
})
