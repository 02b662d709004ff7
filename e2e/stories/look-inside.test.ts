import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { loanWorkbook } from '../support/loan-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

describe.each([
  { language: 'en', width: 1440, colorScheme: 'light', name: 'Mortgages' },
  { language: 'ja', width: 1024, colorScheme: 'dark', name: '住宅ローン' },
] as const)('a workbook without names in $language', ({ language, width, colorScheme, name }) => {
  it('becomes a published engine by clicking, shows its sheet, and keeps its interface', async () => {
    const as = { language, width, colorScheme }
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', as)
    const engines = enginePages(page, language)
    const { say, dialog } = engines
    await cataloguePage(page, language).create(name)
    await engines.open()
    await engines.openUpload()
    await engines.choose(await loanWorkbook(), 'Loan.xlsx')
    await engines.startUpload()

    // Proposed cells are ticked; a cell of the schedule is marked by hand.
    await dialog.getByText(say('Marks.title')).waitFor({ timeout: 0 })
    await dialog.getByRole('textbox', { name: say('Marks.nameOf', { cell: 'Loan!B7' }) }).waitFor()
    await dialog.getByRole('gridcell', { name: '4.50%' }).waitFor()
    await picture(page, `mark-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    await dialog.getByRole('gridcell', { name: '1', exact: true }).first().click()
    await dialog.getByRole('grid').press('ArrowRight')
    await dialog.getByRole('button', { name: say('Marks.asOutput') }).press('Enter')
    // The sheet takes the focus of the button, so that the keyboard goes on marking.
    const sheetHasFocus = () => dialog.getByRole('grid').evaluate((grid) => grid === document.activeElement)
    await expect.poll(sheetHasFocus).toBe(true)
    const marked = dialog.getByRole('textbox', { name: say('Marks.nameOf', { cell: 'Loan!E3' }) })
    // It is in view in the list.
    const isInView = (field: HTMLElement | SVGElement) => {
      const list = field.closest('section')!.parentElement!.getBoundingClientRect()
      const { top, bottom } = field.getBoundingClientRect()
      return top >= list.top && bottom <= list.bottom
    }
    await expect.poll(() => marked.evaluate(isInView)).toBe(true)
    await marked.fill('FirstInterest')
    await picture(page, `mark-by-hand-${language}`)
    await dialog.getByRole('button', { name: /3 .*3 / }).click()
    await engines.summary()
    await engines.proceed()
    await engines.publish('Loan')

    // The sheet of the version, with the cell in the URL.
    await engines.card('Loan').getByRole('link', { name: 'Loan' }).first().click()
    await engines.tab('Engine.tab.sheet')
    await page.getByRole('gridcell', { name: '250,000.00' }).waitFor()
    await page.getByRole('gridcell', { name: '250,000.00' }).click()
    await page.getByRole('grid').press('Control+End')
    await page.getByText('=F241+E242-$B$7').first().waitFor()
    expect(decodeURIComponent(page.url())).toContain('cell=Loan!F242')
    await picture(page, `sheet-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])

    // With two rows inserted the next upload finds every cell again.
    await page.getByRole('button', { name: say('Engine.newVersion') }).click()
    await engines.choose(await loanWorkbook({ rowsAbove: 2 }), 'Loan.xlsx')
    await engines.startUpload()
    await engines.summary()
    await picture(page, `mark-carried-${language}`)
    await dialog.getByText('Loan!B5').waitFor()
    // The engine's page requests a proxy URL, and there is none.
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    await close()
  })
})
