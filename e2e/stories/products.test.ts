import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { addProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStoryAlone } from '../support/use-story.ts'

const story = useStoryAlone()

describe('products', () => {
  const { language, width, colorScheme, name } = {
    language: 'en',
    width: 1440,
    colorScheme: 'light',
    name: 'Motor premium',
  } as const
  const as = { language, width, colorScheme }

  it('are created, found, renamed, made favourites, deleted and brought back', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', as)
    const catalogue = cataloguePage(page, language)
    expect(await accessibilityFindings(page)).toEqual([])

    await catalogue.create(name, 'Third party and comprehensive cover')
    await page.getByRole('heading', { name, exact: true }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `product-${language}`)
    await page.goto('/')
    await catalogue.link(name).waitFor()

    // The same name again is refused at the field, and the typed values are kept.
    await catalogue.create(name.toUpperCase(), 'kept')
    await page.getByText(catalogue.say('Error.PRODUCT_ALREADY_EXISTS')).waitFor()
    const refused = page.getByRole('textbox', { name: catalogue.say('Product.name') })
    await expect.poll(() => refused.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByRole('textbox', { name: catalogue.say('Product.description') }).inputValue()).toBe('kept')
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `new-product-refused-${language}`)
    await page.getByRole('button', { name: catalogue.say('Dialog.cancel') }).click()
    await page.getByRole('button', { name: catalogue.say('Leave.discard') }).click()

    await catalogue.search('no such product')
    await page.getByText(catalogue.say('Catalogue.noMatch.title')).waitFor()
    await catalogue.search(name.slice(0, 3))
    await catalogue.link(name).waitFor()
    await catalogue.search('')

    const renamed = `${name} 2`
    await catalogue.rename(name, renamed)
    await catalogue.link(renamed).waitFor()
    expect(await catalogue.link(name).count()).toBe(0)

    await catalogue.favourite(renamed).click()
    await page
      .getByRole('main')
      .getByRole('button', { name: catalogue.say('Catalogue.favourites'), exact: true })
      .click()
    await catalogue.link(renamed).waitFor()
    await picture(page, `catalogue-${language}`)
    await page.reload()
    await catalogue.link(renamed).waitFor()

    await page.goto('/')
    await catalogue.showAsList()
    await page.getByRole('row').filter({ hasText: renamed }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `catalogue-list-${language}`)

    await catalogue.delete(renamed)
    await catalogue.link(renamed).waitFor({ state: 'hidden' })
    await catalogue.undo()
    await catalogue.link(renamed).waitFor()
    // A taken name and a sign-in check at the start are regular responses, not page errors.
    expect(complaints.filter((complaint) => !/status of (401|409)/.test(complaint))).toEqual([])
    await close()
  })
})

it('a product is still there after kill -9 and a restart', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test')
  const catalogue = cataloguePage(page, 'en')
  await catalogue.create('Survivor')
  await page.getByRole('heading', { name: 'Survivor', exact: true }).waitFor()
  await story.product.kill()
  await story.product.restart()
  await page.goto('/')
  await catalogue.link('Survivor').waitFor()
  await close()
})

it('shows the products of the owner to nobody else but supervisors', async () => {
  const owner = await signedIn(story, 'supervisor@demo.test')
  await cataloguePage(owner.page, 'en').create('Only mine')
  await owner.page.getByRole('heading', { name: 'Only mine', exact: true }).waitFor()
  const address = new URL(owner.page.url()).pathname
  const other = await signedIn(story, 'user@demo.test')
  const catalogue = cataloguePage(other.page, 'en')
  await other.page.getByText(catalogue.say('Catalogue.empty.title')).waitFor()
  await other.page.goto(address)
  await other.page.getByText(catalogue.say('Product.missing.title')).waitFor()
  await Promise.all([owner.close(), other.close()])
})

it('asks about a product with a long name within the dialog', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { width: 1024, opens: false })
  const name = `Long_${'unbroken'.repeat(14)}`
  await addProduct(page, name)
  await page.goto(`/?name=${name}`)
  await page.getByRole('button', { name: text('en', 'Product.actionsOf', { name }) }).click()
  await page.getByRole('menuitem', { name: text('en', 'Product.delete') }).click()
  const dialog = page.getByRole('dialog')
  const answer = dialog.getByRole('button', { name: text('en', 'Product.delete.confirm', { name }) })
  await answer.waitFor()
  const cut = await dialog.evaluate(
    (shown) =>
      [...shown.querySelectorAll('*')].filter(
        ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
      ).length,
  )
  expect(cut).toBe(0)
  await picture(page, 'long-name')
  await close()
})
