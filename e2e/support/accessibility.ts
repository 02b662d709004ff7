import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type axe from 'axe-core'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules as the scanner keeps them; what it publishes leaves out their grade. */
type Scanner = typeof axe & {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: axe.ImpactValue }[] }
}

/** The serious accessibility findings of the current page, one line each; should be empty. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Evaluated through the debugger, so that the page's content-security policy stays unchanged.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(await axeSource)
  return page.evaluate(async () => {
    const { axe: scanner } = globalThis as unknown as { axe: Scanner }
    // A finding is as grave as its rule: rules of a lower grade would be run for nothing.
    // oxlint-disable-next-line no-underscore-dangle -- the only place that tells the grade of a rule
    const rules = scanner._audit.rules.flatMap(({ id, impact }) =>
      impact === 'minor' || impact === 'moderate' ? [[id, { enabled: false }]] : [],
    )
    const { violations } = await scanner.run(document, {
      // Naming every passing element takes most of the time.
      resultTypes: ['violations'],
      selectors: false,
      rules: Object.fromEntries(rules),
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  })
}
