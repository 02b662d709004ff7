import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type axe from 'axe-core'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of axe whose findings are at most moderate, which are not reported: they take a quarter of a scan. */
const lesserRules = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport-large',
  'meta-viewport',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
]

/** Headers, menus and their items in which a scan found nothing: two fifths of a page, and the same on many. */
const cleanParts = new Set<string>()

/** The serious accessibility findings of the current page, one line each; should be empty. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Evaluated through the debugger, so that the page's content-security policy stays unchanged.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(await axeSource)
  const elements = await page.evaluateHandle(() => [...document.querySelectorAll('header, nav, nav li')])
  // Their markup, with what else decides how they look.
  const parts = await elements.evaluate((all) => {
    const look = `${innerWidth} ${document.documentElement.dataset['mantineColorScheme']}`
    return all.map(({ outerHTML }) => `${look} ${outerHTML}`)
  })
  const findings = await page.evaluate(
    async ({ lesser, all, isClean }) => {
      const { axe: scanner } = globalThis as unknown as { axe: typeof axe }
      // Report violations only: naming every passing element takes most of the time.
      const options: axe.RunOptions = {
        resultTypes: ['violations'],
        selectors: false,
        rules: Object.fromEntries(lesser.map((rule) => [rule, { enabled: false }])),
      }
      const exclude = all.filter((_, at) => isClean[at])
      const { violations } = await scanner.run({ include: document, exclude }, options)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
    },
    { lesser: lesserRules, all: elements, isClean: parts.map((part) => cleanParts.has(part)) },
  )
  if (findings.length === 0) for (const part of parts) cleanParts.add(part)
  return findings
}
