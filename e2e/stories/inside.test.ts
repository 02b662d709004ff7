import { expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { quoteWorkbook } from '../support/quote-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
let where = ''

it('finds planted faults, the one changed formula of 30,000, and why a result is what it is', async () => {
  const as = { language: 'en', width: 1440, colorScheme: 'light' } as const
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', as)
  const engines = enginePages(page, 'en')
  const { say } = engines
  // Proving 30,000 formulas takes a while on a busy machine.
  const uploaded = () =>
    engines.dialog.getByRole('button', { name: say('EngineUpload.continue'), exact: true }).waitFor({ timeout: 0 })
  await cataloguePage(page, 'en').create('Motor quotes')
  await engines.open()
  await engines.openUpload()
  await engines.choose(await quoteWorkbook(), 'Quote.xlsx')
  await engines.startUpload()
  await uploaded()
  await engines.proceed()
  await engines.publish('Quote')

  // Lint: the score on the card, the planted problems on the page.
  await engines
    .card('Quote')
    .getByText(/^Score \d+$/)
    .waitFor()
  await engines.card('Quote').getByRole('link', { name: 'Quote' }).first().click()
  await engines.tab('Engine.tab.lint')
  const broken = page.getByRole('region', { name: 'Formula differs from its neighbours' })
  await broken.getByRole('link', { name: 'Schedule!C2500' }).waitFor()
  await page.getByRole('region', { name: 'Number inside a formula' }).getByText('3.75', { exact: true }).waitFor()
  await picture(page, 'lint-en')
  expect(await accessibilityFindings(page)).toEqual([])
  await broken.getByRole('link', { name: 'Schedule!C2500' }).click()
  await page.getByText('=$A2500*3.75').first().waitFor()

  // Compare: one formula of 30,000 changed.
  await page.getByRole('button', { name: say('Engine.newVersion') }).click()
  await engines.choose(await quoteWorkbook({ changed: 'G4711' }), 'Quote.xlsx')
  await engines.startUpload()
  await uploaded()
  await engines.proceed()
  await engines.note().fill('One formula')
  await engines.publish('Quote')
  await page.goto(page.url().replace(/\/sheet.*$/, '/compare'))
  const formulas = page.getByRole('region', { name: say('Diff.formulas') })
  await formulas.getByRole('link', { name: 'Schedule!G4711' }).waitFor()
  expect(await formulas.getByRole('row').count()).toBe(2)
  await formulas.getByText('=$A4711*7+0').waitFor()
  await picture(page, 'compare-en')
  expect(await accessibilityFindings(page)).toEqual([])

  // Explain: down to an input and to the row of the table, as a tree and as a graph.
  await engines.tab('Engine.tab.explain')
  const tree = page.getByRole('list', { name: say('Explain.title') })
  await tree.getByText('B4 = FALSE → 1').waitFor()
  await tree.getByRole('link', { name: 'Quote!B2' }).waitFor()
  await tree.getByRole('button', { name: say('Explain.openCell', { cell: 'Quote!B5' }) }).click()
  await tree.getByRole('link', { name: 'Rates!A3:B3' }).waitFor()
  await picture(page, 'explain-tree-en')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByText(say('Explain.graph'), { exact: true }).click()
  await page.getByRole('button', { name: 'Quote!B5 Rate 1.5' }).click()
  await page
    .getByRole('button', { name: /^Rates!A3 / })
    .first()
    .waitFor()
  await picture(page, 'explain-graph-en')
  expect(await accessibilityFindings(page)).toEqual([])

  // What-if: a sweep as chart and table, a target, and a link that restores it.
  await engines.tab('Engine.tab.whatIf')
  await page.getByRole('button', { name: say('WhatIf.run') }).click()
  const table = page.getByRole('table', { name: say('WhatIf.result') })
  await table.getByText('4,500').waitFor()
  await picture(page, 'what-if-sweep-en')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByText(say('WhatIf.solve'), { exact: true }).click()
  await page.getByRole('textbox', { name: say('WhatIf.target'), exact: true }).fill('3600')
  await page.getByRole('button', { name: say('WhatIf.run') }).click()
  await page.getByText('Sum = 2,400 gives Premium = 3,600.').waitFor()
  await page.reload()
  await page.getByText('Sum = 2,400 gives Premium = 3,600.').waitFor()
  await page.getByText(say('WhatIf.tornado'), { exact: true }).click()
  await page.getByRole('button', { name: say('WhatIf.run') }).click()
  await table.getByText('3,300').waitFor()
  await picture(page, 'what-if-tornado-en')
  await page.getByText(say('WhatIf.scenarios'), { exact: true }).click()
  await page.getByRole('button', { name: say('WhatIf.addScenario') }).click()
  await page.getByRole('textbox', { name: 'Class, Scenario 1' }).fill('C')
  await page.getByRole('button', { name: say('WhatIf.addScenario') }).click()
  await page.getByRole('button', { name: say('WhatIf.run') }).click()
  await table.getByText('4,000').waitFor()
  const file = await engines.saved(() => page.getByRole('button', { name: say('WhatIf.export') }).click())
  expect(file.content.toString()).toContain('Premium,4000,3000')

  // From a result of the tester to its cause, with the inputs of that call.
  await page.getByRole('link', { name: say('Engine.test'), exact: true }).click()
  await page.getByRole('textbox', { name: 'Class' }).fill('C')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: say('Explain.open', { cell: 'Quote!B6' }) }).click()
  await page.getByText(say('Run.call')).waitFor()
  await tree.getByText('4,000.00').waitFor()
  await picture(page, 'explain-call-en')
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
  where = page.url()
  await close()
})

it('reads in Japanese on a small screen', async () => {
  const japanese = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
    opens: false,
  })
  for (const tab of ['explain', 'lint', 'compare', 'what-if']) {
    await japanese.page.goto(where.replace('/explain', `/${tab}`))
    await japanese.page.getByRole('tab', { selected: true }).waitFor()
    const main = japanese.page.getByRole('main')
    await main
      .getByRole('region')
      .or(main.getByRole('list', { name: '値の求め方' }))
      .first()
      .waitFor()
    await picture(japanese.page, `${tab}-ja`)
  }
  await japanese.close()
})
