import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { type Language, picture } from '../support/browser.ts'
import { signedIn, useSignedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Checks the accessibility of a page that shows its content, and takes its picture. */
const checked = async (page: Page, name: string, language: Language) => {
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, `${name}-${language}`)
}

describe('administration', () => {
  const { language, width, colorScheme } = { language: 'en', width: 1440, colorScheme: 'light' } as const
  const as = { language, width, colorScheme }
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)
  const signedInPage = useSignedIn(story, 'supervisor@demo.test', as)

  it('carries the configuration in a file', async () => {
    const page = signedInPage()
    await page.goto('/admin/configuration')
    await page.getByRole('heading', { name: say('Configuration.changes') }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say('Configuration.download') }).click(),
    ])
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
    const chooseFile = (content: unknown) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'other.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(content)),
      })
    await chooseFile({ ...file, purposes: [{ key: 'Audit' }] })
    await page.getByRole('alert').getByText('purposes.0.value').waitFor()
    await chooseFile({ ...file, purposes: [{ key: 'Audit', value: 'Audit' }] })
    const panel = page.getByRole('region', { name: say('Configuration.differences', { name: 'other.json' }) })
    await panel.getByText('purposes.Audit').waitFor()
    await checked(page, 'configuration', language)
    await panel.getByRole('button', { name: say('Configuration.apply'), exact: true }).click()
    await page
      .getByRole('table', { name: say('Configuration.changes') })
      .getByRole('button', { name: say('Configuration.undo'), exact: true })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Configuration.undo'), exact: true })
      .click()
    await page.getByText(say('Configuration.isUndone'), { exact: true }).first().waitFor()
    await checked(page, 'configuration-undone', language)
  })

  it('adds, changes, disables and finds users', async () => {
    const page = signedInPage()
    const email = `yuki.${language}@demo.test`
    const row = page.getByRole('row').filter({ hasText: email })
    await page.getByRole('link', { name: say('Navigation.users') }).click()
    await page.getByRole('row').filter({ hasText: 'user@demo.test' }).waitFor()
    await checked(page, 'users', language)

    await page.getByRole('button', { name: say('Users.add') }).click()
    await page.getByRole('button', { name: say('Users.invite') }).click()
    await page.getByText(say('Users.emailInvalid')).waitFor()
    await page.getByRole('textbox', { name: say('Users.name') }).fill('Yuki Tanaka')
    await page.getByRole('textbox', { name: say('Users.email') }).fill(email)
    await choose(page, say('Users.groups'), 'user:pf.forms')
    await page.keyboard.press('Escape')
    await checked(page, 'add-user', language)
    await page.getByRole('button', { name: say('Users.invite') }).click()
    await row.waitFor()

    await row.click()
    await page.getByRole('textbox', { name: say('Users.position') }).fill('Actuary')
    await page.getByRole('button', { name: say('Dialog.save') }).click()
    await row.filter({ hasText: 'Actuary' }).waitFor()

    await row.getByRole('button', { name: say('Product.actionsOf', { name: 'Yuki Tanaka' }) }).click()
    await page.getByRole('menuitem', { name: say('Users.disable') }).click()
    await page.getByRole('button', { name: say('Users.disable.confirm', { name: 'Yuki Tanaka' }) }).click()
    await row.filter({ hasText: say('UserStatus.Disabled') }).waitFor()
    await page.getByRole('searchbox', { name: say('Users.search') }).fill('nobody of this name')
    await page.getByText(say('Users.noMatch.title')).waitFor()
  })

  it('makes an API key that is shown once, revokes it, and shows and exports who changed what', async () => {
    const page = signedInPage()
    const name = `Portal ${language}`
    const row = page.getByRole('row').filter({ hasText: name })
    await page.goto('/admin/keys')
    await page
      .getByRole('button', { name: say('ApiKeys.new') })
      .first()
      .click()
    await page.getByRole('textbox', { name: say('Product.name') }).fill(name)
    await choose(page, say('Users.group'), 'user:pf.forms')
    await page.getByRole('combobox', { name: say('ApiKeys.reach') }).fill('nothing of this name')
    await page.getByText(say('ApiKeys.reachNothing')).waitFor()
    await page.getByRole('combobox', { name: say('ApiKeys.reach') }).fill('')
    await page.getByRole('textbox', { name: say('Product.name') }).click()
    await page.getByRole('textbox', { name: say('ApiKeys.addresses') }).fill('198.51.100.0/24; nowhere')
    await page.getByRole('button', { name: say('ApiKeys.create') }).click()
    await page.getByText(say('ApiKeys.addressRule', { address: 'nowhere' })).waitFor()
    await checked(page, 'key-limits', language)
    await page.getByRole('textbox', { name: say('ApiKeys.addresses') }).fill('198.51.100.0/24')
    await page.getByRole('button', { name: say('ApiKeys.create') }).click()
    const secret = await page.getByRole('textbox', { name: say('ApiKeys.key') }).inputValue()
    expect(secret.length).toBeGreaterThan(30)
    await checked(page, 'key-made', language)
    await page.getByRole('button', { name: say('ApiKeys.done') }).click()
    await row.waitFor()
    await row.getByText(/1 (address|個のアドレス)/).waitFor()
    expect(await page.content()).not.toContain(secret)
    await checked(page, 'keys', language)
    await page.getByRole('button', { name: say('ApiKeys.revoke.confirm', { name }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('ApiKeys.revoke.confirm', { name }) })
      .click()
    await row.filter({ hasText: say('KeyState.revoked') }).waitFor()

    // Both are in the audit trail.
    await page.goto('/admin/audit')
    await page
      .getByText(say('AuditAction.apiKey.revoke', { actor: 'Sam Supervisor', name: `Portal ${language}` }))
      .first()
      .waitFor()
    await checked(page, 'audit', language)
    await page
      .getByText(say('AuditAction.apiKey.revoke', { actor: 'Sam Supervisor', name: `Portal ${language}` }))
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByText(say('Audit.changes'))
      .or(page.getByRole('dialog').getByRole('table').last())
      .first()
      .waitFor()
    await checked(page, 'audit-entry', language)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Dialog.close') })
      .last()
      .click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: say('Audit.export') }).click()
    expect((await download).suggestedFilename()).toBe(`audit-${story.product.tenant}.csv`)
  })
})

it('somebody who is disabled is thrown out of the page they have open', async () => {
  const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
  const user = await signedIn(story, 'user@demo.test')
  const supervisor = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const { page } = supervisor
  const row = page.getByRole('row').filter({ hasText: 'user@demo.test' })
  const change = async (action: string) => {
    await row.getByRole('button', { name: say('Product.actionsOf', { name: 'Uma User' }) }).click()
    await page.getByRole('menuitem', { name: say(action) }).click()
  }
  await page.goto('/admin/users')
  await change('Users.disable')
  await page.getByRole('button', { name: say('Users.disable.confirm', { name: 'Uma User' }) }).click()
  await row.filter({ hasText: say('UserStatus.Disabled') }).waitFor()

  await user.page.getByRole('tab', { name: say('Catalogue.shared') }).click()
  await user.page.waitForURL(/\/(login|idp\/)/)
  await change('Users.enable')
  await row.filter({ hasText: say('UserStatus.Enabled') }).waitFor()
  await Promise.all([user.close(), supervisor.close()])
})
