import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { signInPages } from '../pages/sign-in.ts'
import { newVisitor, type Visitor, type VisitorOptions } from './browser.ts'
import type { Product } from './launch-product.ts'
import type { Story } from './use-story.ts'

/** Passwords chosen at the first sign-in, for the length of a test run. */
const chosen = 'seven quiet lanterns 42'
const changed = new WeakMap<Product, Set<string>>()

/** A signed-in person on the catalogue page. */
export async function signedIn(
  { browser, product }: Story,
  email: string,
  options: Omit<VisitorOptions, 'origin'> = {},
): Promise<Visitor> {
  const visitor = await newVisitor(browser, { ...options, origin: product.origin })
  const pages = signInPages(visitor.page, options.language ?? 'en')
  const known = changed.get(product) ?? new Set()
  changed.set(product, known)
  await pages.open()
  await pages.submit(email, known.has(email) ? chosen : (product.passwords[email] ?? ''))
  if (!known.has(email)) {
    await pages.chooseNewPassword(chosen)
    known.add(email)
  }
  await pages.arrived()
  return visitor
}

/**
 * For the top of a group of stories: one person signs in once, and each story begins on the catalogue page. Use the
 * result inside stories only.
 */
export function useSignedIn(story: Story, email: string, options: Omit<VisitorOptions, 'origin'> = {}): () => Page {
  let visitor: Visitor | undefined
  const page = (): Page => {
    if (visitor === undefined) throw new Error('The page is there inside stories only')
    return visitor.page
  }
  beforeAll(async () => {
    visitor = await signedIn(story, email, options)
  })
  beforeEach(async () => {
    await page().goto('/')
    await signInPages(page(), options.language ?? 'en').arrived()
  })
  afterAll(async () => {
    await visitor?.close()
  })
  return page
}
