import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type axe from 'axe-core'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The serious accessibility findings of the page as it is now, one line each; none is what we want. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Evaluated through the debugger, so that the page's content-security policy stays as it is.
  await page.evaluate(await axeSource)
  return page.evaluate(async () => {
    const { axe: scanner } = globalThis as unknown as { axe: typeof axe }
    // Nothing is told of what is right: naming every element of a page takes most of the time.
    const { violations } = await scanner.run(document, { resultTypes: ['violations'], selectors: false })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  })
}
