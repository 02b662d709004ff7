import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

export type Language = 'en' | 'ja'

/** A real Chromium, found by `npm test` or named in SHEETWRIGHT_CHROMIUM. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['SHEETWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium'
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live for seconds: compiling their functions again to run faster takes more of a core than it saves.
      '--js-flags=--no-maglev --no-opt',
    ],
  })
}

let launched: Promise<Browser> | undefined

/** The browser of this worker, for all its files; it ends with the worker. */
export function workerBrowser(): Promise<Browser> {
  launched ??= launchBrowser()
  return launched
}

export interface VisitorOptions {
  readonly origin: string
  readonly language?: Language
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Problems in the page that a user would not see: script errors, refused content, failed loads. */
  readonly complaints: string[]
  readonly close: () => Promise<void>
}

export const widthOfWindows = 1440
export const heightOfWindows = 900

/** One person at one browser, with separate cookies and language, who was never here before. */
export async function newVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const context = await emptyContext(browser, options)
  const page = await context.newPage()
  return { page, context, complaints: complaintsOf(page), close: () => context.close() }
}

/** A browser profile in which nothing was loaded yet. */
export async function emptyContext(browser: Browser, options: VisitorOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: options.origin,
    locale: options.language === 'ja' ? 'ja-JP' : 'en-US',
    viewport: { width: options.width ?? widthOfWindows, height: heightOfWindows },
    colorScheme: options.colorScheme ?? 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Accessibility scans and pictures show the page at rest.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(60_000)
  return context
}

/** Collects what the page complains about from here on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  return complaints
}

/** Saves a screenshot if SHEETWRIGHT_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string, options: { readonly fullPage?: boolean } = {}): Promise<void> {
  const folder = process.env['SHEETWRIGHT_SCREENSHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`), ...options })
}
