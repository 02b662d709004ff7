import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type axe from 'axe-core'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The serious accessibility findings of the current page, one line each; should be empty. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Evaluated through the debugger, so that the page's content-security policy stays unchanged.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(await axeSource)
  return page.evaluate(async () => {
    const { axe: scanner } = globalThis as unknown as { axe: typeof axe }
    // Report violations only: naming every passing element takes most of the time.
    const { violations } = await scanner.run(document, { resultTypes: ['violations'], selectors: false })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  })
}
