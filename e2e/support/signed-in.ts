import { createClient } from '@sheetwright/contract/client.ts'
import { getUserDetail } from '@sheetwright/contract/session/get-user-detail.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { signInPages } from '../pages/sign-in.ts'
import { Browser as FormBrowser, WebClient } from '../../packages/server/test/identity/browser.ts'
import type { Language, Visitor, VisitorOptions } from './browser.ts'
import type { ProductOfStory } from './launch-product.ts'
import type { Story } from './story.ts'
import { leaveWindow, type Session, takeWindow } from './windows.ts'

/** Password of everybody in the stories, after the first sign-in. */
export const password = 'seven quiet lanterns 42'

/** People who replaced their one-time password. */
const changed = new WeakMap<ProductOfStory, Set<string>>()

interface PersonOptions extends Omit<VisitorOptions, 'origin'> {
  /** False if the story opens its first page itself: loading one takes most of a second of a core. */
  readonly opens?: false
}

/**
 * A signed-in person on the catalogue page or before the first page, in a browser window that starts empty. The forms
 * of the identity provider are sent without a browser, which takes a second of a core less than its pages; these have
 * stories of their own.
 */
export async function signedIn(
  { browser, product }: Story,
  email: string,
  options: PersonOptions = {},
): Promise<Visitor> {
  const language = options.language ?? 'en'
  const person = {
    name: `${email} of ${product.tenant}`,
    signIn: () => sessionOf(product, email, language),
    remembered: (token: string) => rememberedOf(product, token),
  }
  const window = await takeWindow(browser, { ...options, origin: product.origin }, person)
  const { page, context, complaints } = window
  if (options.opens !== false) {
    await page.goto('/')
    await signInPages(page, language).arrived()
  }
  return { page, context, complaints, close: () => leaveWindow(browser, window) }
}

/** What a browser keeps of a person who just signed in. */
async function sessionOf(product: ProductOfStory, email: string, language: Language): Promise<Session> {
  const known = changed.get(product) ?? new Set()
  changed.set(product, known)
  const { origin, tenant } = product
  const client = new WebClient(new FormBrowser(origin, language))
  const { browser } = client
  const oneTime = known.has(email) ? undefined : product.passwords[email]
  const signIn = await client.start({ ui_locales: language })
  let page = await browser.submit(signIn, { tenant, email, password: oneTime ?? password })
  if (oneTime !== undefined) {
    page = await browser.submit(page, { password, repeated: password })
    known.add(email)
  }
  const tokens = await client.exchange(page)
  return {
    cookies: browser.cookies.map((cookie) => ({
      ...cookie,
      domain: new URL(origin).hostname,
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    })),
    stored: { userToken: tokens.id_token, refreshToken: tokens.refresh_token, Tenant: tenant },
  }
}

/** What the application remembers of a person who just signed in, as in `AppState` of the web app. */
async function rememberedOf({ origin }: ProductOfStory, token: string): Promise<Readonly<Record<string, unknown>>> {
  const client = createClient({ baseUrl: origin, headers: () => ({ authorization: `Bearer ${token}` }) })
  const { displayName, userEmailID, canChangePassword, ...who } = await client.call(getUserDetail)
  return {
    auth: { ...who, loggedIn: true, issuer: `${origin}/idp` },
    user: { displayName, userEmailID, canChangePassword },
    permissions: { administrate: who.isAdmin },
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
    visitor = await signedIn(story, email, { ...options, opens: false })
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
