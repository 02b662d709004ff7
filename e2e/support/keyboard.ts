import type { Locator, Page } from 'playwright-core'

/** Presses Tab until the element has the focus, as a keyboard user does. */
export async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await element.waitFor()
  for (let step = 0; step < 150; step++) {
    if (await element.evaluate((found) => found === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(element)} cannot be reached with the tab key`)
}
