import type { Browser, BrowserContext, Cookie, Page } from 'playwright-core'
import { complaintsOf, emptyContext, heightOfWindows, type VisitorOptions, widthOfWindows } from './browser.ts'

/** What a browser keeps of a signed-in person. */
export interface Session {
  readonly cookies: readonly Cookie[]
  /** Entries of the local storage. */
  readonly stored: Readonly<Record<string, string>>
}

interface Person {
  /** Unlike that of anybody else in any tenant. */
  readonly name: string
  readonly signIn: () => Promise<Session>
  /** What the application remembers of the person who has this token. */
  readonly remembered: (token: string) => Promise<Readonly<Record<string, unknown>>>
}

/** A browser profile with a page, used by one person after the other. */
interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Its origin and language, which stay. */
  readonly kind: string
  /** The name of the person who is signed in, and their identity token. */
  readonly person: string
  readonly token: string
  readonly complaints: string[]
}

/** Windows that nobody uses: the first load in a new one takes three times as much of a core. */
const idleWindows = new WeakMap<Browser, Window[]>()

/** A page of the product's origin that runs no code: a place to change what the browser keeps. */
const stillPage = '/favicon.svg'

/** Of what the application keeps in a browser, the session. */
const sessionEntries = ['userToken', 'refreshToken', 'Tenant']

/** The entry in which the application remembers who is signed in, among other things. */
const stateEntry = 'sheetwright.state'

/** A window in which this person is signed in and has not done anything yet. */
export async function takeWindow(browser: Browser, options: VisitorOptions, person: Person): Promise<Window> {
  const kind = `${options.origin} ${options.language ?? 'en'}`
  const found = takeIdle(browser, kind, person.name)
  const context = found?.context ?? (await emptyContext(browser, options))
  const page = found?.page ?? (await context.newPage())
  let token = found?.token ?? ''
  if (found?.person !== person.name) {
    const { cookies, stored } = await person.signIn()
    token = stored['userToken'] ?? ''
    await context.clearCookies()
    await context.addCookies(cookies)
    if (found === undefined) await page.goto(stillPage)
    await page.evaluate((entries) => {
      localStorage.clear()
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
    }, stored)
  }
  // Otherwise the application asks the identity provider first, and is loaded twice.
  const state = JSON.stringify(await person.remembered(token))
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [stateEntry, state] as const)
  await page.setViewportSize({ width: options.width ?? widthOfWindows, height: heightOfWindows })
  await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' })
  return { context, page, kind, person: person.name, token, complaints: complaintsOf(page) }
}

/** Preferably the one that the person used last, who need not sign in again. */
function takeIdle(browser: Browser, kind: string, person: string): Window | undefined {
  const idle = idleWindows.get(browser) ?? []
  const suitable = idle.filter((window) => window.kind === kind)
  const found = suitable.find((window) => window.person === person) ?? suitable[0]
  if (found !== undefined) idle.splice(idle.indexOf(found), 1)
  return found
}

/** Removes all traces of the stories but the session, and keeps the window for the next person. */
export async function leaveWindow(browser: Browser, window: Window): Promise<void> {
  const { context, page } = window
  for (const event of ['console', 'pageerror', 'dialog'] as const) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.goto(stillPage)
  const token = await page.evaluate((kept) => {
    sessionStorage.clear()
    for (const name of Object.keys(localStorage)) if (!kept.includes(name)) localStorage.removeItem(name)
    return localStorage.getItem('userToken')
  }, sessionEntries)
  const idle = idleWindows.get(browser) ?? []
  const person = token === null ? '' : window.person
  idleWindows.set(browser, [...idle, { ...window, person, token: token ?? '' }])
}

/** Closes the windows that are still in use, as those of a failed story. */
export async function closeUsedWindows(browser: Browser): Promise<void> {
  const idle = new Set((idleWindows.get(browser) ?? []).map(({ context }) => context))
  for (const context of browser.contexts()) if (!idle.has(context)) await context.close()
}
