import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

describe('products as zips', () => {
  const { language, width, colorScheme, name } = {
    language: 'en',
    width: 1440,
    colorScheme: 'light',
    name: 'Household',
  } as const
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)

  it('are exported by a job, and imported after a look at what that does', async () => {
    const options = { language, width, colorScheme }
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', options)
    const catalogue = cataloguePage(page, language)
    await catalogue.create(name)
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByRole('heading', { name: say('People.title') }).waitFor()
    await page.getByText(say('Health.calls')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `dashboard-${language}`)

    await page.getByRole('button', { name: say('Product.actionsOf', { name }) }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: say('Export.action') }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${name}.zip`)
    const zip = { name: `${name}.zip`, mimeType: 'application/zip', buffer: await readFile(await download.path()) }

    // Into the same product: nothing is new.
    await page.goto('/')
    await page.getByRole('button', { name: say('Import.action'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: say('Import.title') })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ ...zip, name: 'broken.zip', buffer: Buffer.from('no zip') })
    await dialog.getByText(say('Error.INVALID_PRODUCT_ZIP')).waitFor()
    await dialog.locator('input[type=file]').setInputFiles(zip)
    await dialog.getByText(say('Import.exists', { name })).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `import-same-${language}`)

    // Under another name: creates a product.
    const other = `${name} 2`
    await dialog.getByRole('textbox', { name: say('Product.name') }).fill(other)
    await dialog.getByRole('textbox', { name: say('Product.name') }).blur()
    await dialog.getByText(say('Import.makes', { name: other })).waitFor()
    await picture(page, `import-new-${language}`)
    await dialog.getByRole('button', { name: say('Import.submit'), exact: true }).click()
    await page.getByText(say('Import.done', { name: other })).waitFor()
    await page.getByText(other, { exact: true }).first().waitFor()
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
    await close()
  })

  it('are imported with one click after another name was typed, with their versions in effect', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
    await publishInNewProduct(page, 'Contents', await motorWorkbook())
    await page.goto('/')
    await page.getByRole('button', { name: say('Product.actionsOf', { name: 'Contents' }) }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: say('Export.action') }).click(),
    ])
    await page.getByRole('button', { name: say('Import.action'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: say('Import.title') })
    await dialog.locator('input[type=file]').setInputFiles(await download.path())
    await dialog.getByText(say('Import.exists', { name: 'Contents' })).waitFor()
    await dialog.getByRole('textbox', { name: say('Product.name') }).fill('Contents again')
    await dialog.getByRole('button', { name: say('Import.submit'), exact: true }).click()
    await page.getByText(say('Import.done', { name: 'Contents again' })).waitFor()
    await page.getByRole('link', { name: 'Contents again', exact: true }).click()
    await page.getByRole('link', { name: say('Navigation.engines'), exact: true }).click()
    await page.getByRole('link', { name: 'Motor premium', exact: true }).click()
    await page.getByRole('tab', { name: say('Engine.tab.versions') }).click()
    await page.getByRole('tabpanel').getByText(say('VersionState.Active'), { exact: true }).waitFor()
    await close()
  })
})
