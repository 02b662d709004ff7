import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { publishWorkbook } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

const group = 'user:pf.forms'

describe('groups', () => {
  const { language, width, colorScheme, own } = { language: 'en', width: 1440, colorScheme: 'light', own: 0 } as const
  const as = { language, width, colorScheme }
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)

  const checked = async (page: Page, name: string) => {
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `${name}-${language}`)
  }

  it('rules of a group hide what it may not do at all, and refuse what is too much', async () => {
    const supervisor = await signedIn(story, 'supervisor@demo.test', { ...as, opens: false })
    const { page } = supervisor
    const openRules = async () => {
      await page.goto('/admin/groups')
      await page.getByText(group).click()
    }
    const save = async () => {
      await page.getByRole('button', { name: say('Dialog.save') }).click()
      await page.getByText(say('Groups.saved', { group })).waitFor()
    }
    const limit = async (value: string) => {
      await openRules()
      await page.getByRole('textbox', { name: say('Rule.Product.NoOfProducts') }).fill(value)
      await save()
    }
    const allowCloning = async (answer: string) => {
      await openRules()
      await page
        .getByRole('radiogroup', { name: say('Rule.Product.Clone') })
        .getByText(answer, { exact: true })
        .click()
      await checked(page, 'group-rules')
      await save()
    }

    const user = await signedIn(story, 'user@demo.test', as)
    const catalogue = cataloguePage(user.page, language)
    const newProduct = user.page.getByRole('button', { name: say('Catalogue.new') })
    const name = `Own ${language}`
    await limit(String(own + 1))
    await catalogue.create(name)
    await user.page.getByRole('heading', { name, exact: true }).waitFor()
    await user.page.goto('/')
    await catalogue.create('One too many')
    await user.page.getByText(say('Error.noOfProductExceeded')).waitFor()
    await checked(user.page, 'rule-refused')
    await user.page.getByRole('button', { name: say('Dialog.ok'), exact: true }).click()
    await user.page.getByRole('dialog').waitFor({ state: 'detached' })

    await allowCloning(say('Groups.denied'))
    await user.page.reload()
    await user.page.getByRole('button', { name: say('Product.actionsOf', { name }) }).click()
    await user.page.getByRole('menuitem', { name: say('Clone.action') }).click()
    await user.page.getByText(say('Error.permissionError')).waitFor()
    await checked(user.page, 'permission-modal')
    await user.page.getByRole('button', { name: say('Dialog.ok'), exact: true }).click()
    await allowCloning(say('Groups.notSet'))

    await limit('0')
    await user.page.reload()
    await catalogue.link(name).waitFor()
    await newProduct.waitFor({ state: 'hidden' })
    await checked(user.page, 'rule-hides')
    await limit('')
    await user.page.reload()
    await newProduct.waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: say('Groups.export') }).click()
    expect((await download).suggestedFilename()).toBe('usergroups.xlsx')
    await Promise.all([supervisor.close(), user.close()])
  })

  it('a product is shared with a group, which may look; one member is then allowed to change it', async () => {
    const name = `Shared plan ${language}`
    const { page: owner, close: closeOwner } = await signedIn(story, 'supervisor@demo.test', as)
    await cataloguePage(owner, language).create(name)
    await owner.getByRole('heading', { name, exact: true }).waitFor()
    await owner.getByRole('button', { name: say('MainHeader.share'), exact: true }).click()
    await owner.getByRole('switch', { name: group }).click()
    await owner.getByRole('dialog').getByText(say('AccessLevel.view')).first().waitFor()
    await checked(owner, 'share')
    await owner.keyboard.press('Escape')

    const { page: member, close: closeMember } = await signedIn(story, 'user@demo.test', as)
    await member.getByRole('tab', { name: say('Catalogue.shared') }).click()
    await cataloguePage(member, language).link(name).click()
    await member.waitForURL(/\/shared\/products\//)
    await member.getByRole('heading', { name, exact: true }).waitFor()
    expect(await member.getByRole('button', { name: say('Product.edit') }).count()).toBe(0)
    expect(await member.getByRole('link', { name: say('Navigation.visitorLinks') }).count()).toBe(0)
    await checked(member, 'shared-product')
    // A link to what only managers see leads to what the member may see.
    const overview = member.url()
    await member.goto(`${overview.replace(/[?#].*/, '')}/testcenter/gate`)
    await member.getByRole('tab', { name: say('Tests.testBeds'), selected: true }).waitFor()
    await member.getByText(say('Tests.empty.title')).waitFor()
    // One to the cells of an engine, which only those who may edit it see, says so.
    const { engineId } = await publishWorkbook(owner, name, await motorWorkbook())
    await member.goto(`${overview.replace(/[?#].*/, '')}/engines/${engineId}/sheet`)
    await member.getByText(say('Engine.tabClosed.title', { tab: say('Engine.tab.sheet') })).waitFor()
    await checked(member, 'closed-tab')
    await member.goto(overview)

    await owner.getByRole('button', { name: say('MainHeader.share'), exact: true }).click()
    await owner.getByRole('combobox', { name: say('Permissions.principal') }).fill('user@demo')
    await owner.getByRole('option', { name: /user@demo\.test/ }).click()
    await owner
      .getByRole('dialog')
      .getByRole('combobox', { name: say('Permissions.level'), exact: true })
      .click()
    await owner.getByRole('option', { name: say('AccessLevel.edit'), exact: true }).click()
    await owner.getByRole('button', { name: say('Permissions.add'), exact: true }).click()
    await owner.getByText(say('AccessReason.user')).waitFor()
    await checked(owner, 'permissions')

    // The member's page updates by itself.
    await member.getByText(say('AccessLevel.edit')).waitFor()
    await Promise.all([closeOwner(), closeMember()])
  })

  it('the groups of several people are changed at once', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', { ...as, opens: false })
    const added = `user:pf.bulk.${language}`
    await page.goto('/admin/groups')
    await page.getByRole('button', { name: say('Groups.add') }).click()
    await page.getByRole('textbox', { name: say('Groups.label') }).fill(added)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Groups.add') })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await page.goto('/admin/users')
    const people = ['user@demo.test', 'supervisor@demo.test'].map((email) =>
      page.getByRole('row').filter({ hasText: email }),
    )
    const change = async (mode: string) => {
      for (const row of people) await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: language === 'en' ? /^Change groups of 2/ : /^2 人のグループ/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(say(mode), { exact: true }).click()
      await dialog.getByRole('combobox', { name: say('Users.groups') }).click()
      await page.getByRole('option', { name: added }).click()
      await dialog.getByText(say(`${mode}.text`)).click()
      await checked(page, mode.toLowerCase())
      await dialog.getByRole('button', { name: language === 'en' ? /^Change 2/ : /^2 人を変更/ }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await change('ChangeGroups.add')
    const shown = added.slice('user:'.length)
    for (const row of people) await row.filter({ hasText: shown }).waitFor()
    await change('ChangeGroups.remove')
    for (const row of people) await row.filter({ hasText: shown }).waitFor({ state: 'hidden' })
    await close()
  })

  it('the administration has a home, and mail that waits can be read', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', as)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^[A-Z]{2}/ })
      .click()
    await page.getByRole('link', { name: say('UserDrawer.options') }).click()
    await page.waitForURL('**/admin/explorer/home')
    await page.getByRole('heading', { name: say('Navigation.administration'), exact: true, level: 1 }).waitFor()
    await checked(page, 'admin-home')
    await page
      .getByRole('main')
      .getByRole('link', { name: say('Navigation.system') })
      .click()
    await page.getByRole('tab', { name: say('Outbox.title') }).click()
    await page.getByText(say('Outbox.noServer')).waitFor()
    await checked(page, 'outbox')
    await close()
  })
})
