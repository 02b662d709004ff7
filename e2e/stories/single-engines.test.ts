import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

describe('single engines', () => {
  const { language, width, colorScheme, name } = {
    language: 'en',
    width: 1440,
    colorScheme: 'light',
    name: 'Tariffs of the house',
  } as const
  const as = { language, width, colorScheme }
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)
  const checked = async (page: Page, shot: string) => {
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `${shot}-${language}`)
  }

  it('are given to somebody who then finds that one, and little of the product around it', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', as)
    const engines = enginePages(page, language)
    await cataloguePage(page, language).create(name, 'Not for everybody')
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await engines.open()
    for (const engine of ['Given', 'Kept']) {
      await engines.openUpload()
      await engines.choose(await motorWorkbook(), `${engine}.xlsx`)
      await engines.startUpload()
      await engines.dialog.getByText(say('Parity.equal')).waitFor()
      await engines.proceed()
      await engines.publish(engine)
      await engines.card(engine).getByText(say('VersionState.Active')).waitFor()
    }
    await engines.engineMenu('Given', 'MainHeader.share')
    await page.getByRole('combobox', { name: say('Permissions.principal') }).fill('user@demo')
    await page.getByRole('option', { name: /user@demo\.test/ }).click()
    await page.getByRole('button', { name: say('Permissions.add'), exact: true }).click()
    await page.getByText(say('AccessReason.user')).waitFor()
    await page.getByText(say('AccessReason.inherited', { reason: say('AccessReason.owner') })).waitFor()
    await checked(page, 'engine-permissions')

    const { page: member, close: closeMember } = await signedIn(story, 'user@demo.test', as)
    await member.getByRole('tab', { name: say('Catalogue.shared') }).click()
    await cataloguePage(member, language).link(name).click()
    await member.getByText(say('Product.contentOnly')).waitFor()
    expect(await member.getByText('Not for everybody').count()).toBe(0)
    await checked(member, 'content-only')
    const menu = member.getByRole('navigation', { name: say('SideMenu.product') })
    expect(await menu.getByText(say('Navigation.documents')).count()).toBe(0)
    await menu.getByRole('link', { name: say('Navigation.engines') }).click()
    await enginePages(member, language).card('Given').getByRole('link', { name: 'Given' }).waitFor()
    expect(await enginePages(member, language).card('Kept').count()).toBe(0)
    await checked(member, 'given-engine')
    await Promise.all([close(), closeMember()])
  })
})
