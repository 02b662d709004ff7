import { describe, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory({ SHEETWRIGHT_LIBREOFFICE: 'off' })

const pdf = (line: string) => Buffer.from(`%PDF-1.4\n% ${line}\ntrailer<</Root 1 0 R>>`)
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgaPj/HwAEggJ/p0qZlgAAAABJRU5ErkJggg==',
  'base64',
)

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
    await page.getByRole('button', { name: say('Dialog.close') }).click()

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

    await page
      .getByRole('navigation', { name: say('Files.tree') })
      .getByText(say('Navigation.products'))
      .click()
    await page.getByRole('heading', { name: say('Navigation.products') }).waitFor()
    expect(await page.getByRole('button', { name: say('Files.newFolder') }).count()).toBe(0)
    await picture(page, 'files-products-en')
    expect(complaints).toEqual([])
    await close()
  })

  it('packs a folder in the background, lists the job, and tests itself', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440 })
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
    expect(complaints).toEqual([])
    await close()
  })

  it('speaks Japanese', async () => {
    const as = { language: 'ja', width: 1024, colorScheme: 'dark' } as const
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', as)
    await page.goto(`${story.product.origin}/admin/explorer/home/files/Tariffs%202026`)
    await page.getByRole('row').filter({ hasText: 'large.pdf' }).getByText('large.pdf').click()
    await page.getByRole('complementary').getByText(text('ja', 'Files.owner')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'files-pane-ja')
    expect(complaints).toEqual([])
    await close()
  })
})
