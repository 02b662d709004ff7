import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { type Language, picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
const product = 'Portfolios of the house'

async function choose(page: Page, name: string, content: string): Promise<void> {
  const buffer = Buffer.from(content)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

async function checked(page: Page, shot: string): Promise<void> {
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, shot, { fullPage: true })
}

describe('portfolios', () => {
  let address = ''

  it('are checked, computed and downloaded', async () => {
    const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
    const { page, close } = await signedIn(story, 'supervisor@demo.test', { language: 'en', width: 1440, opens: false })
    const { productId, engineId } = await publishInNewProduct(page, product, await motorWorkbook())
    address = `/products/${productId}/engines/${engineId}/portfolios`
    await page.goto(address)
    await page.getByText(say('Portfolio.noRuns')).waitFor()
    await checked(page, 'portfolio-choose')

    await choose(page, 'wrong.csv', 'colour,size\nred,1\n')
    await page.getByRole('alert').getByText('No column of the portfolio is an input of the workbook').waitFor()
    await checked(page, 'portfolio-refused')

    const records = Array.from({ length: 20_000 }, (_, i) => `P${i},${i % 500 === 499 ? 'old' : 20 + (i % 60)}`)
    await choose(page, 'policies.csv', `policy,driverage\n${records.join('\n')}\n`)
    await page.getByText(say('Portfolio.input', { name: 'DriverAge' })).waitFor()
    await page.getByText(say('Portfolio.copied'), { exact: true }).waitFor()
    await checked(page, 'portfolio-fit')
    await page.getByRole('button', { name: say('Portfolio.start') }).click()
    await page.getByRole('progressbar', { name: say('Portfolio.progress') }).waitFor()
    const csv = page.getByRole('button', { name: say('Portfolio.csv') })
    await csv.waitFor({ timeout: 120_000 })
    await page.getByText('20,000 records, 40 refused').waitFor()
    await page
      .getByRole('table', { name: say('Portfolio.runs') })
      .getByRole('row', { name: /policies\.csv.*20,000.*40.*Done/ })
      .waitFor()
    await checked(page, 'portfolio-done')
    const downloading = page.waitForEvent('download')
    await csv.click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('policies-results.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(20_001)
    expect(lines[1]).toMatch(/^P0,20,/)
    await close()
  })

  it.each<{ language: Language; width: number; colorScheme: 'light' | 'dark' }>([
    { language: 'ja', width: 1024, colorScheme: 'dark' },
    { language: 'ja', width: 390, colorScheme: 'light' },
  ])('are listed in $language at $width', async ({ language, width, colorScheme }) => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', {
      language,
      width,
      colorScheme,
      opens: false,
    })
    await page.goto(address)
    await page.getByText('policies.csv').first().click()
    await page.getByText(text(language, 'Portfolio.copied'), { exact: true }).waitFor()
    await checked(page, `portfolio-${language}-${width}`)
    await close()
  })
})
