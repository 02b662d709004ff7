import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { addProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

/** A picture like a photograph: hills under a sky. */
async function photograph(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 900
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('no canvas')
    const sky = pen.createLinearGradient(0, 0, 0, 900)
    sky.addColorStop(0, '#3b82c4')
    sky.addColorStop(0.6, '#f3d9b1')
    pen.fillStyle = sky
    pen.fillRect(0, 0, 1200, 900)
    for (const [color, height] of [
      ['#5c8a6b', 520],
      ['#2f5d50', 640],
    ] as const) {
      pen.fillStyle = color
      pen.beginPath()
      pen.moveTo(0, 900)
      for (let x = 0; x <= 1200; x += 20) pen.lineTo(x, height + 70 * Math.sin(x / 130 + height))
      pen.lineTo(1200, 900)
      pen.fill()
    }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

describe('cover images', () => {
  const { language, width, colorScheme, name } = {
    language: 'en',
    width: 1440,
    colorScheme: 'light',
    name: 'Hill farms',
  } as const
  it('are chosen, cut, shown on the card and taken away', async () => {
    const as = { language, width, colorScheme }
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { ...as, opens: false })
    const catalogue = cataloguePage(page, language)
    const { say } = catalogue
    await addProduct(page, name)
    await page.goto('/')
    const openCover = async () => {
      await page.getByRole('button', { name: say('Product.actionsOf', { name }) }).click()
      await page.getByRole('menuitem', { name: say('Cover.label') }).click()
    }

    await openCover()
    const dialog = page.getByRole('dialog')
    const choose = dialog.getByRole('button', { name: say('Cover.choose') })
    const input = page.locator('input[type=file]')
    await choose.waitFor()
    await input.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await dialog.getByText(say('Cover.unreadable')).waitFor()
    await input.setInputFiles({ name: 'hills.png', mimeType: 'image/png', buffer: await photograph(page) })
    const part = dialog.getByRole('img', { name: say('Cover.preview') })
    await part.waitFor()
    const before = await part.getAttribute('style')
    await dialog.getByRole('slider', { name: say('Cover.zoom') }).press('ArrowRight')
    for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowRight')
    await dialog.getByRole('slider', { name: say('Cover.down') }).press('End')
    await expect.poll(() => part.getAttribute('style')).not.toBe(before)
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `cover-dialog-${language}`)
    await dialog.getByRole('button', { name: say('Cover.save') }).click()
    await dialog.waitFor({ state: 'hidden' })

    const shown = page.getByRole('article').filter({ hasText: name }).locator('img')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `cover-card-${language}`)
    await page.reload()
    await shown.waitFor()

    await openCover()
    await dialog.getByRole('button', { name: say('Cover.remove') }).click()
    await shown.waitFor({ state: 'detached' })

    const born = `${name} 2`
    await page
      .getByRole('button', { name: say('Catalogue.new') })
      .first()
      .click()
    await dialog.getByRole('textbox', { name: say('Product.name') }).fill(born)
    await input.setInputFiles({ name: 'hills.png', mimeType: 'image/png', buffer: await photograph(page) })
    await dialog.getByRole('img', { name: say('Cover.preview') }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `cover-new-product-${language}`)
    await dialog.getByRole('button', { name: say('NewProduct.create') }).click()
    await page.getByRole('heading', { name: born, exact: true }).waitFor()
    await page.goto('/')
    await page.getByRole('article').filter({ hasText: born }).locator('img').waitFor()
    expect(complaints.filter((complaint) => !/status of 401/.test(complaint))).toEqual([])
    await close()
  })
})
