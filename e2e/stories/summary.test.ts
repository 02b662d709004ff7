import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

describe('the summary of a product', () => {
  const { language, width, colorScheme, name, words } = {
    language: 'en',
    width: 1440,
    colorScheme: 'light',
    name: 'Whole life',
    words: 'Cover for a whole life',
  } as const
  it('is formatted with choices, kept, and shown without anything that runs', async () => {
    const as = { language, width, colorScheme }
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', as)
    const { say, create } = cataloguePage(page, language)
    await create(name)
    await page.getByRole('button', { name: say('Summary.edit') }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: say('Summary.label') })
    await field.fill(words)
    await page.keyboard.press('Control+A')
    await dialog.getByLabel(say('Summary.size')).selectOption('24')
    await dialog.getByLabel(say('Summary.font'), { exact: true }).selectOption('georgia')
    await dialog.getByRole('button', { name: say('Summary.colour') }).click()
    expect(await page.getByRole('button', { name: say('Colour.navy') }).count()).toBe(1)
    await page.getByRole('button', { name: say('Colour.navy') }).click()
    await dialog.getByRole('button', { name: say('Summary.center') }).click()
    await dialog.getByRole('button', { name: say('Summary.bold') }).click()
    await field.press('End')
    await field.press('Enter')
    await dialog.getByRole('button', { name: say('Summary.bullets') }).click()
    await page.keyboard.type('<img src=x onerror=alert(1)>')
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `summary-editor-${language}`)
    await dialog.getByRole('button', { name: say('Dialog.save') }).click()
    await dialog.waitFor({ state: 'hidden' })

    const shown = page.getByRole('main').getByText(words)
    await expect.poll(() => shown.evaluate((element) => getComputedStyle(element).fontSize)).toBe('24px')
    expect(await shown.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Georgia')
    expect(await shown.evaluate((element) => getComputedStyle(element).textAlign)).toBe('center')
    await page.getByRole('main').getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.reload()
    await shown.waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `summary-${language}`)
    expect(complaints.filter((complaint) => !/status of 401/.test(complaint))).toEqual([])
    await close()
  })
})
