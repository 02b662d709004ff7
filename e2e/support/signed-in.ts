import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { signInPages } from '../pages/sign-in.ts'
import { Browser as FormBrowser, WebClient } from '../../packages/server/test/identity/browser.ts'
import { type Language, newVisitor, type Visitor, type VisitorOptions } from './browser.ts'
import type { Product } from './launch-product.ts'
import type { Story } from './use-story.ts'

/** Passwords chosen at the first sign-in, for the length of a test run. */
const chosen = 'seven quiet lanterns 42'
const changed = new WeakMap<Product, Set<string>>()

type PersonOptions = Omit<VisitorOptions, 'origin' | 'storageState'>

/**
 * A signed-in person on the catalogue page. The forms of the identity provider are sent without a browser, which takes
 * a second of a core less than its pages; these have stories of their own.
 */
export async function signedIn(
  { browser, product }: Story,
  email: string,
  options: PersonOptions = {},
): Promise<Visitor> {
  const language = options.language ?? 'en'
  const storageState = await sessionOf(product, email, language)
  const visitor = await newVisitor(browser, { ...options, origin: product.origin, storageState })
  await visitor.page.goto('/')
  await signInPages(visitor.page, language).arrived()
  return visitor
}

/** What a browser keeps of a person who just signed in. */
async function sessionOf(product: Product, email: string, language: Language) {
  const known = changed.get(product) ?? new Set()
  changed.set(product, known)
  const { origin } = product
  const client = new WebClient(new FormBrowser(origin, language))
  const { browser } = client
  const password = known.has(email) ? chosen : (product.passwords[email] ?? '')
  let page = await browser.submit(await client.start({ ui_locales: language }), { email, password })
  if (!known.has(email)) {
    page = await browser.submit(page, { password: chosen, repeated: chosen })
    known.add(email)
  }
  const tokens = await client.exchange(page)
  const kept = { userToken: tokens.id_token, refreshToken: tokens.refresh_token, Tenant: 'demo' }
  return {
    cookies: browser.cookies.map((cookie) => ({
      ...cookie,
      domain: new URL(origin).hostname,
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    })),
    origins: [{ origin, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
  }
}

/**
 * For the top of a group of stories: one person signs in once, and each story begins on the catalogue page. Use the
 * result inside stories only.
 */
export function useSignedIn(story: Story, email: string, options: PersonOptions = {}): () => Page {
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
