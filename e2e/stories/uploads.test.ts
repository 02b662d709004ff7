import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { workbookFile } from '../../packages/server/demo/workbook-file.ts'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { picture } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { smallZip } from '../support/small-zip.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

const pdf = (name: string, bytes = 0) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from(`%PDF-1.4\n% ${name}\ntrailer<</Root 1 0 R>>`), Buffer.alloc(bytes, 7)]),
})
const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const files = (page: Page) => page.locator('input[type=file]').first()
const saveCall = '**/api/filemanager/SaveDocument'

/** The connection is lost in the middle of a large file; parts that arrived are not sent again. */
async function lostConnection(page: Page): Promise<void> {
  const sent: string[] = []
  let isLost = true
  await page.route(/\/filemanager\/uploads\/[^/]+\/\d+$/, async (route) => {
    const part = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    if (part === '2' && isLost) return route.abort('connectionreset')
    sent.push(part)
    return route.continue()
  })
  await files(page).setInputFiles(pdf('large.pdf', 20 * 1024 * 1024))
  await page.getByText(say('Files.upload.reconnecting')).waitFor()
  await picture(page, 'uploads-reconnecting-en')
  isLost = false
  await page.getByText(/^1 of 1 uploaded, 100%/).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  expect(sent.toSorted()).toEqual(['1', '2', '3'])
  await row(page, 'large.pdf').waitFor()
  await page.getByRole('button', { name: say('Files.upload.clear') }).click()
}

/** One file fails and is retried, one waits for the rate limit and resumes, one is removed and never arrives. */
async function failedAndCancelled(page: Page): Promise<void> {
  const held = Promise.withResolvers<void>()
  let failures = 1
  await page.route(saveCall, async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    if (body.includes('cancelled.pdf')) {
      await held.promise
      return route.continue().catch(() => undefined)
    }
    if (body.includes('failing.pdf') && failures-- > 0) {
      return route.fulfill({ status: 500, json: { error: 'INTERNAL_SERVER_ERROR', message: 'No' } })
    }
    return route.continue()
  })
  await files(page).setInputFiles([pdf('failing.pdf'), pdf('cancelled.pdf'), pdf('arriving.pdf')])
  await page.getByText(/^1 of 3 uploaded, .* 1 failed/).waitFor()
  await picture(page, 'uploads-failed-en')
  await page.getByRole('button', { name: say('Files.upload.retryOf', { name: 'failing.pdf' }) }).click()
  await page.getByText(/^2 of 3 uploaded/).waitFor()
  await page.getByRole('button', { name: say('Files.upload.cancelOf', { name: 'cancelled.pdf' }) }).click()
  await page.getByText(/^2 of 2 uploaded, 100%/).waitFor()
  held.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await row(page, 'failing.pdf').waitFor()
  await row(page, 'arriving.pdf').waitFor()
  expect(await row(page, 'cancelled.pdf').count()).toBe(0)
  await page.getByRole('button', { name: say('Files.upload.clear') }).click()
}

/** A folder dropped on the list is uploaded with its subfolders. */
async function droppedFolder(page: Page): Promise<void> {
  const grid = page.getByRole('grid')
  await grid.evaluate((element) => {
    const file = (name: string) => ({
      isFile: true,
      name,
      file: (take: (one: File) => void) => take(new File([`%PDF-1.4\n% ${name}`], name)),
    })
    const folder = (name: string, entries: readonly object[]) => ({
      isFile: false,
      name,
      createReader: () => {
        const pieces = [entries, []]
        return { readEntries: (take: (some: readonly object[]) => void) => take(pieces.shift() ?? []) }
      },
    })
    const dropped = folder('Dropped', [file('top.pdf'), folder('Inner', [file('deep.pdf')])])
    // A page cannot create a file system folder; the browser passes one in this shape.
    const transfer = { items: [{ kind: 'file', webkitGetAsEntry: () => dropped }], files: [], types: ['Files'] }
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = new Event(type, { bubbles: true, cancelable: true })
      Object.defineProperty(event, 'dataTransfer', { value: transfer })
      element.dispatchEvent(event)
    }
  })
  await page.getByText(/^2 of 2 uploaded, 100%/).waitFor()
  await row(page, 'Dropped').getByText('Dropped').click()
  await row(page, 'top.pdf').waitFor()
  await row(page, 'Inner').getByText('Inner').click()
  await row(page, 'deep.pdf').waitFor()
}

const unpack = async (page: Page, name: string, content: Buffer) => {
  await page.getByRole('button', { name: say('Files.uploadMore') }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: say('Files.unpackZip') }).click(),
  ])
  await chooser.setFiles({ name, mimeType: 'application/zip', buffer: content })
  await page.getByText(say('Files.unpacking', { name })).first().waitFor()
}

/**
 * Jobs in the page: one fails and says why, one is cancelled and leaves nothing, one creates a product and links to it.
 */
async function jobsOfFolders(page: Page, productZip: Buffer): Promise<void> {
  await page.goto('/admin/explorer/home/files')
  await unpack(page, 'wrong.zip', smallZip({ 'Wrong/a.pdf': 'no pdf' }))
  await page.getByText(say('Error.INVALID_FILE_TYPE'), { exact: false }).first().waitFor()

  const many = Object.fromEntries(Array.from({ length: 8000 }, (_, n) => [`Many/${n}.html`, `<p>${n}</p>`]))
  await unpack(page, 'many.zip', smallZip(many))
  await page.goto('/jobs')
  const line = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await line('many.zip')
    .getByRole('button', { name: /^Cancel task/ })
    .click()
  await line('many.zip').getByText(say('JobStatus.Cancelled'), { exact: false }).waitFor()
  await line('wrong.zip').getByText(say('Error.INVALID_FILE_TYPE'), { exact: false }).waitFor()
  await line('wrong.zip')
    .getByRole('button', { name: /^Run again/ })
    .click()
  await picture(page, 'uploads-jobs-en')
  await page.goto('/admin/explorer/home/files')
  await row(page, 'large.pdf').waitFor()
  expect(await row(page, 'Many').count()).toBe(0)

  await unpack(page, 'Household.zip', productZip)
  await page.getByText(/^Done: .*Household/).waitFor()
  await page.goto('/jobs')
  const result = line('Household')
    .first()
    .getByRole('link', { name: say('Jobs.result') })
  expect(await result.getAttribute('href')).toMatch(/^\/products\/Household/)
  await result.click()
  await page.getByRole('heading', { name: /^Household/, level: 1 }).waitFor()
}

/** Names that are missing from the data dictionary, or differ from it, are shown when the engine is uploaded. */
async function dictionaryAtUpload(page: Page): Promise<void> {
  await page.goto('/admin/dictionary')
  await page.locator('input[type=file]').setInputFiles({
    name: 'names.zip',
    mimeType: 'application/zip',
    buffer: smallZip({ 'a.csv': 'name,direction,type\nAge,output,number\nPremium,output,text\n' }),
  })
  await page.getByText('2 names in the data dictionary now').waitFor()
  const catalogue = cataloguePage(page, 'en')
  await page.goto('/')
  await catalogue.create('Names')
  const engines = enginePages(page, 'en')
  await engines.open()
  await engines.openUpload()
  const sheet = { name: 'Rates', cells: { A1: 30, A2: 1.5, A3: { formula: 'A1*A2', saved: 45 } } }
  const names = [
    { name: 'Xinput_Age', refersTo: 'Rates!$A$1' },
    { name: 'Xinput_Factor', refersTo: 'Rates!$A$2' },
    { name: 'Xoutput_Premium', refersTo: 'Rates!$A$3' },
  ]
  await engines.choose(await workbookFile({ sheets: [sheet], names }), 'names.xlsx')
  await engines.startUpload()
  await engines.summary()
  const findings = engines.dialog.getByRole('alert').filter({ hasText: 'from the data dictionary' })
  await findings.getByText('3 names differ').waitFor()
  const told = await findings.getByRole('listitem').allInnerTexts()
  expect(told.toSorted()).toEqual([
    'Age: is an input here, an output in the dictionary',
    'Factor: is not in the data dictionary',
    'Premium: has the type number here, text in the dictionary',
  ])
  await picture(page, 'uploads-dictionary-en')
}

describe('uploads', () => {
  it('go on after a lost connection, are tried again, taken out, dropped, unpacked, and held against the dictionary', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440 })
    const catalogue = cataloguePage(page, 'en')
    await catalogue.create('Household')
    await page.getByRole('button', { name: say('Product.actionsOf', { name: 'Household' }) }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: say('Export.action') }).click(),
    ])
    const productZip = await readFile(await download.path())
    await page.goto('/admin/explorer/home/files')
    await page.getByText(say('Files.empty'), { exact: true }).waitFor()
    await lostConnection(page)
    await failedAndCancelled(page)
    await droppedFolder(page)
    await jobsOfFolders(page, productZip)
    await dictionaryAtUpload(page)
    // Failures provoked on purpose.
    expect(complaints.filter((each) => !/500|ERR_CONNECTION_RESET|Failed to load/.test(each))).toEqual([])
    await close()
  })
})
