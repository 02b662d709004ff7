import path from 'node:path'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { type CalculatorPages, openProduct, publishForPages } from './calculator-pages.ts'

/**
 * Measures the calculator page: `npm run bench:calculator`. Compressed bytes that the page of the premium workbook
 * loads, and the time from a key press to its new result in a real Chromium, also as a multiple of an empty React
 * update in the same page. KEYS is the number of key presses.
 */
const keys = Number(process.env['KEYS'] ?? 300)
const demo = path.join(import.meta.dirname, '../../packages/server/demo/Motor premium.xlsx')
const file = process.env['WORKBOOK'] ?? demo

const pages = await openProduct()
try {
  const { path: address } = await publishForPages(pages, { name: 'Premium', file })
  const bytes = await bytesLoaded(pages, address)
  process.stdout.write(
    `loaded: ${(bytes.all / 1024).toFixed(0)} KB, of it the program ${(bytes.program / 1024).toFixed(1)} KB\n`,
  )
  const field = pages.page.getByRole('textbox').and(pages.page.locator('[inputmode="decimal"]')).first()
  await field.focus()
  const results = await pressedUntil(pages.page, '[aria-live="polite"]')
  print('key press to new result', results)
  await pages.page.evaluate(await emptyUpdate())
  await pages.page.locator('#empty-update input').focus()
  const empty = await pressedUntil(pages.page, '#empty-update output')
  print('key press to an empty update', empty)
  process.stdout.write(`multiple at 95 %: ${(share(results, 0.95) / share(empty, 0.95)).toFixed(2)}\n`)
} finally {
  await pages.close()
}

/** With an empty cache, as for a new visitor, up to two seconds after the first result. */
async function bytesLoaded({ page }: CalculatorPages, address: string): Promise<{ all: number; program: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  const addresses = new Map<string, string>()
  const loaded = { all: 0, program: 0 }
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    loaded.all += encodedDataLength
    if (addresses.get(requestId)?.includes('GetCalculatorProgram') === true) loaded.program += encodedDataLength
  })
  await page.goto(address)
  await page.getByText('Computed on this device').waitFor()
  // The page keeps a connection for events, so the network never becomes idle.
  await page.waitForTimeout(2_000)
  await devtools.detach()
  return { ...loaded }
}

/** Milliseconds from each key press to the change of the selected element, measured in the page. */
async function pressedUntil(page: Page, selector: string): Promise<number[]> {
  const recorder = await page.evaluateHandle((where) => {
    const taken: number[] = []
    let pressed: number | undefined
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true })
    const shown = document.querySelector(where)
    if (shown === null) throw new Error(`There is no ${where}`)
    new MutationObserver(() => {
      if (pressed === undefined) return
      taken.push(performance.now() - pressed)
      pressed = undefined
    }).observe(shown, { subtree: true, childList: true, characterData: true })
    return { taken }
  }, selector)
  for (let key = 0; key < keys; key++) {
    const count = key + 1
    // Every key press changes the number: it adds a digit or deletes it again.
    await page.keyboard.press(key % 2 === 0 ? '1' : 'Backspace')
    await page.waitForFunction(([one, wanted]) => one.taken.length >= wanted, [recorder, count] as const)
  }
  return recorder.evaluate(({ taken }) => taken)
}

/** A React page with one field and a text that follows it, as a script. */
async function emptyUpdate(): Promise<string> {
  const source = `
    import { createElement, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    function Empty() {
      const [text, setText] = useState('')
      return createElement('div', null,
        createElement('input', { value: text, onChange: (event) => setText(event.target.value) }),
        createElement('output', null, text))
    }
    const place = document.createElement('div')
    place.id = 'empty-update'
    document.body.append(place)
    createRoot(place).render(createElement(Empty))
  `
  const entry = path.join(import.meta.dirname, '../../packages/web/src/empty-update.js')
  const bundle = await rolldown({
    input: 'empty-update',
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'empty-update',
        resolveId: (id) => (id === 'empty-update' ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife' })
  await bundle.close()
  return output[0].code
}

function share(millis: readonly number[], part: number): number {
  const sorted = millis.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}

function print(what: string, millis: readonly number[]): void {
  const [median, most] = [share(millis, 0.5), share(millis, 0.95)]
  process.stdout.write(`${what}: ${millis.length} keys, median ${median.toFixed(1)} ms, 95 % ${most.toFixed(1)} ms\n`)
}
