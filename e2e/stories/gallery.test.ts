import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { type Language, launchBrowser, newVisitor, picture, type Visitor } from '../support/browser.ts'
import { freePort } from '../support/launch-product.ts'

const web = path.join(import.meta.dirname, '../../packages/web')
const vite = path.join(
  path.dirname(createRequire(path.join(web, 'vite.config.ts')).resolve('vite/package.json')),
  'bin/vite.js',
)

let server: ChildProcess
let browser: Browser
let origin: string

/** The web app as `npm run dev` serves it: the gallery is in no build. */
beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, [vite, '--port', String(port), '--strictPort', '--host', '127.0.0.1'], {
    cwd: web,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(String(port))) resolve()
    })
    server.once('exit', () => reject(new Error('The development server ended')))
  })
  ;[browser] = await Promise.all([launchBrowser(), ready])
})
afterAll(async () => {
  await browser.close()
  const ended = once(server, 'exit')
  server.kill()
  await ended
})

// The modules of the page stay in the cache of a visitor: loading them again takes seconds of a core.
describe.each<Language>(['en', 'ja'])('the gallery in %s', (language) => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await newVisitor(browser, { origin, language })
  })
  afterAll(() => visitor.close())

  it.each(['light', 'dark'] as const)('shows every component of ui, %s', async (colorScheme) => {
    const { page, complaints } = visitor
    await page.emulateMedia({ colorScheme })
    // The server bundles the dependencies for the first visitor.
    await page.goto(`/gallery/?language=${language}&scheme=${colorScheme}`, { timeout: 0 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The slowest to appear: the editor and the charts load when shown.
    await page.locator('[data-specimen="RichTextEditor"] [contenteditable=true]').waitFor()
    await page.locator('[data-specimen^="Chart"] svg').nth(2).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `gallery-${language}-${colorScheme}`, { fullPage: true })

    await page.getByRole('button', { name: 'FormDialog' }).click()
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await picture(page, `gallery-${language}-${colorScheme}-dialog`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })
})
