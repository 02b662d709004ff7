import { cardPageSize } from '@sheetwright/contract/board/list-cards.ts'
import { userActionPageSize } from '@sheetwright/contract/products/list-user-actions.ts'
import { productPageSize } from '@sheetwright/contract/products/product.ts'
import { templatePageSize } from '@sheetwright/contract/templates/template.ts'
import type { Dialog, Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { pageCredentials } from '../support/page-credentials.ts'
import { addProduct } from '../support/publish-workbook.ts'
import { rootWorkbook } from '../support/root-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)

/** Whether the browser asks before leaving the page; the answer is to stay. */
async function asksBeforeUnload(page: Page): Promise<boolean> {
  const asked: string[] = []
  const answer = async (dialog: Dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  }
  page.on('dialog', answer)
  // A cancelled navigation never ends, so don't wait for it.
  const left = page.waitForURL('**/health').catch(() => undefined)
  await page.evaluate(() => window.location.assign('/health'))
  await Promise.race([left, vi.waitUntil(() => asked.length > 0, { timeout: 60_000, interval: 50 })])
  page.off('dialog', answer)
  return asked.includes('beforeunload')
}

describe('leaving', () => {
  it('is asked about while a download runs, and not any more when it has arrived', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test')
    await page.getByRole('link', { name: say('Navigation.groups') }).click()
    const held = Promise.withResolvers<void>()
    await page.route('**/UserGroupRule/Export*', async (route) => {
      await held.promise
      await route.continue()
    })
    const requested = page.waitForRequest('**/UserGroupRule/Export*')
    await page.getByRole('button', { name: say('Groups.export') }).click()
    await requested
    expect(await asksBeforeUnload(page)).toBe(true)
    const download = page.waitForEvent('download')
    held.resolve()
    expect((await download).suggestedFilename()).toBe('usergroups.xlsx')
    expect(await asksBeforeUnload(page)).toBe(false)
    await close()
  })

  it('a form that was changed asks before it is closed or left, and keeps what was typed', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test')
    await page.getByRole('link', { name: say('Navigation.users') }).click()
    await page.getByRole('button', { name: say('Users.add') }).click()
    const name = page.getByRole('textbox', { name: say('Users.name') })
    await name.fill('Half written')
    const question = page.getByRole('dialog', { name: say('Leave.title') })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: say('Leave.stay') }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await name.inputValue()).toBe('Half written')
    await page.evaluate(() => window.history.back())
    await question.getByRole('button', { name: say('Leave.discard') }).click()
    await page.getByRole('heading', { name: say('Catalogue.title'), exact: true }).waitFor()
    await close()
  })

  it('a page keeps what is typed while the server cannot refresh it', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test')
    await addProduct(page, 'Half told')
    await page.getByRole('link', { name: 'Half told', exact: true }).click()
    await page.getByRole('button', { name: say('Product.editDescription') }).click()
    const description = page.getByRole('textbox', { name: say('Product.description') })
    await description.fill('Half a sentence')
    await page.route('**/GetProduct/**', (route) =>
      route.fulfill({ status: 503, json: { status: 'Error', errorCode: 'SERVICE_UNAVAILABLE', correlationId: 'x' } }),
    )
    // Its event makes the page refresh.
    await addProduct(page, 'Added elsewhere')
    await page.getByText(say('Error.SERVICE_UNAVAILABLE')).first().waitFor()
    expect(await description.inputValue()).toBe('Half a sentence')
    await page.unroute('**/GetProduct/**')
    await page.getByRole('button', { name: say('Dialog.save') }).click()
    await page.getByRole('paragraph').filter({ hasText: 'Half a sentence' }).waitFor()
    await close()
  })

  it('the catalogue keeps its products when more of them cannot be loaded', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
    for (let number = 1; number <= productPageSize.catalogue + 1; number++)
      await addProduct(page, `One of many ${number}`)
    await page.route('**/product/list', async (route) => {
      const { page: asked } = route.request().postDataJSON() as { page: number }
      if (asked === 1) return route.continue()
      return route.fulfill({ status: 403, json: { status: 'Error', errorCode: 'FORBIDDEN', correlationId: 'x' } })
    })
    await page.goto('/')
    const cards = page.getByRole('main').getByRole('link', { name: 'One of many' })
    await page.getByRole('button', { name: say('Catalogue.more') }).scrollIntoViewIfNeeded()
    const retry = page.getByRole('alert').getByRole('button', { name: say('Failure.retry') })
    await retry.waitFor()
    const shown = await cards.count()
    expect(shown).toBeGreaterThan(0)
    await page.unroute('**/product/list')
    await retry.click()
    await cards.nth(shown).waitFor()
    await retry.waitFor({ state: 'hidden' })
    await close()
  })

  it('a column of the board keeps its cards when more of them cannot be loaded', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
    for (let number = 1; number <= cardPageSize + 1; number++) await addProduct(page, `Card ${number}`)
    await page.route('**/productkanban/listcards', async (route) => {
      const { page: asked } = route.request().postDataJSON() as { page: number }
      if (asked === 1) return route.continue()
      return route.fulfill({ status: 403, json: { status: 'Error', errorCode: 'FORBIDDEN', correlationId: 'x' } })
    })
    await page.goto('/board')
    const column = page.getByRole('region', { name: /^Ideas[,、]/ })
    const more = column.getByRole('button', { name: /^Show \d+ more$/ })
    await more.click()
    const failure = column.getByRole('alert')
    await failure.waitFor()
    expect(await more.count(), 'one button for the next page').toBe(0)
    const cards = column.getByRole('listitem')
    expect(await cards.count()).toBe(cardPageSize)
    await page.unroute('**/productkanban/listcards')
    await failure.getByRole('button', { name: say('Failure.retry') }).click()
    await cards.nth(cardPageSize).waitFor()
    await failure.waitFor({ state: 'hidden' })
    await close()
  })

  it('the changes of a product stay when older ones cannot be loaded', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
    await addProduct(page, 'Often changed')
    for (let number = 1; number <= userActionPageSize; number++) {
      const answer = await page.request.post('/api/v1/product/update/Often%20changed', {
        headers: await pageCredentials(page),
        data: { description: `Description ${number}` },
      })
      expect(answer.status()).toBe(200)
    }
    await page.route('**/useraction/list/**', async (route) => {
      const { page: asked } = route.request().postDataJSON() as { page: number }
      if (asked === 1) return route.continue()
      return route.fulfill({ status: 403, json: { status: 'Error', errorCode: 'FORBIDDEN', correlationId: 'x' } })
    })
    await page.goto('/')
    await page.getByRole('link', { name: 'Often changed', exact: true }).click()
    await page.getByRole('button', { name: say('Changes.more') }).click()
    const retry = page.getByRole('alert').getByRole('button', { name: say('Failure.retry') })
    await retry.waitFor()
    await page.getByRole('heading', { name: say('Changes.title') }).waitFor()
    await page.unroute('**/useraction/list/**')
    await retry.click()
    await retry.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: say('Changes.more') }).waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: say('Changes.title') }).waitFor()
    await close()
  })

  it('templates that cannot be loaded are said to be missing, below those that are there', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
    const workbook = await rootWorkbook()
    for (let number = 0; number <= templatePageSize.list; number++) {
      const answer = await page.request.post('/api/v1/template/save', {
        headers: await pageCredentials(page),
        multipart: {
          TemplateName: `Template ${number}`,
          File: { name: 'Root.xlsx', mimeType: 'application/octet-stream', buffer: workbook },
        },
      })
      expect(answer.status()).toBe(200)
    }
    await page.route('**/template/list', async (route) => {
      const { page: asked } = route.request().postDataJSON() as { page?: number }
      if (asked !== 2) return route.continue()
      return route.fulfill({ status: 403, json: { status: 'Error', errorCode: 'FORBIDDEN', correlationId: 'x' } })
    })
    await page.goto('/templates')
    const shown = page.getByRole('region', { name: say('Template.all') }).getByRole('listitem')
    await page.getByRole('button', { name: say('Template.more') }).click()
    const retry = page.getByRole('alert').getByRole('button', { name: say('Failure.retry') })
    await retry.waitFor()
    expect(await shown.count()).toBe(templatePageSize.list)
    await page.unroute('**/template/list')
    await retry.click()
    await shown.nth(templatePageSize.list).waitFor()
    await retry.waitFor({ state: 'hidden' })
    await close()
  })
})

it('columns of a table are widened by the keyboard, and stay so', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test')
  await page.getByRole('link', { name: say('Navigation.users') }).click()
  const edge = page.getByRole('separator', { name: say('Table.resize', { column: say('Users.email') }) })
  await edge.focus()
  const widthOf = async () => Number(await edge.getAttribute('aria-valuenow'))
  const before = await widthOf()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await vi.waitFor(async () => expect(await widthOf()).toBe(before + 16), { timeout: 60_000, interval: 50 })
  await page.reload()
  await edge.focus()
  expect(await widthOf()).toBe(before + 16)
  await close()
})
