import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { launchProduct } from '../support/launch-product.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { framesDuring } from './frames.ts'

/**
 * Measures looking into large workbooks in a real Chromium: `npm run measure:inside -- FOLDER…` uploads the largest
 * workbooks below the folders (`--most 20`), with the proposed interface if they name none, opens the sheet of each,
 * scrolls, goes to the last cell and back, and explains an output. Prints a row for each, without file names.
 */
const { positionals: folders, values } = parseArgs({ allowPositionals: true, options: { most: { type: 'string' } } })
const most = Number(values.most ?? 20)
if (folders.length === 0) throw new Error('Name folders with workbooks: npm run measure:inside -- FOLDER…')
const executablePath = process.env['SHEETWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium'

const product = await launchProduct({
  SHEETWRIGHT_REQUESTS_PER_MINUTE: '100000',
  SHEETWRIGHT_BUILD_SECONDS: '600',
  SHEETWRIGHT_BUILD_MB: '4096',
})
const browser = await chromium.launch({
  executablePath,
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
let failures = 0
try {
  const { page, complaints } = await signedIn({ browser, product }, 'supervisor@demo.test')
  const headers = await pageCredentials(page)
  const made = await page.request.post('/api/v1/product/create', { headers, data: { Name: 'Large workbooks' } })
  const productId = await idIn(made.text())
  print(['formulas', 'sheet shown', 'scroll 95 %', 'last cell', 'formula of a cell', 'explain'])
  for (const file of await largestFiles()) {
    try {
      print(await look(page, headers, productId, file))
    } catch (error) {
      failures++
      complain(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  complaints.forEach(complain)
  failures += complaints.length
} finally {
  await browser.close()
  await product.dispose()
}
process.exitCode = failures === 0 ? 0 : 1

async function largestFiles(): Promise<string[]> {
  const lists = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
  const files = lists
    .flat()
    .filter((entry) => entry.isFile() && /\.xls[xm]$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const sized = await Promise.all(files.map(async (file) => ({ file, bytes: (await stat(file)).size })))
  return sized
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, most)
    .map(({ file }) => file)
}

type Headers = Record<string, string>

async function look(page: Page, headers: Headers, productId: string, file: string): Promise<string[]> {
  const { engineId, formulas } = await upload(page, headers, productId, file)
  const since = performance.now()
  await page.goto(`/products/${productId}/engines/${engineId}/sheet`)
  const grid = page.getByRole('grid')
  await grid.getByRole('gridcell').first().waitFor({ timeout: 120_000 })
  const shown = performance.now() - since
  const frames = await framesDuring(page, () => scroll(page))
  const panel = page.getByRole('region', { name: text('en', 'Explain.title') })
  const toEnd = await timed(async () => {
    await grid.press('Control+End')
    await page.waitForFunction(() => new URLSearchParams(location.search).has('cell'))
    await panel.waitFor({ timeout: 120_000 })
  })
  const clicked = await timed(async () => {
    await grid.press('Control+Home')
    await grid.press('ArrowDown')
    await panel.getByText(/./).first().waitFor({ timeout: 120_000 })
  })
  const explained = await timed(async () => {
    await page.goto(`/products/${productId}/engines/${engineId}/explain`)
    const tree = page.getByRole('list', { name: text('en', 'Explain.title') })
    await tree.getByRole('link').first().waitFor({ timeout: 120_000 })
  })
  const worst = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0
  return [String(formulas), ...[shown, worst, toEnd, clicked, explained].map((millis) => `${Math.round(millis)} ms`)]
}

async function upload(page: Page, headers: Headers, productId: string, file: string) {
  const content = { name: path.basename(file), mimeType: 'application/octet-stream', buffer: await readFile(file) }
  const send = (data: Record<string, unknown>) =>
    page.request.post(`/api/v1/product/${productId}/engines/add`, {
      headers,
      multipart: { data: JSON.stringify({ serviceName: crypto.randomUUID(), ...data }), file: content },
      timeout: 0,
    })
  let answer = await send({})
  if (!answer.ok()) {
    const proposed = await page.request.post(`/api/v1/product/${productId}/engines/propose`, {
      headers,
      multipart: { file: content },
      timeout: 0,
    })
    if (!proposed.ok()) throw new Error(await proposed.text())
    const { data } = (await proposed.json()) as { data: { inputs: Proposed[]; outputs: Proposed[] } }
    const marked = (ports: Proposed[]) =>
      ports
        .filter(({ shape }) => shape === 'cell')
        .slice(0, 20)
        .map(({ name, cell }) => ({ name, cell }))
    answer = await send({ interface: { inputs: marked(data.inputs), outputs: marked(data.outputs) } })
  }
  if (!answer.ok()) throw new Error((await answer.text()).slice(0, 500))
  const { data } = (await answer.json()) as { data: { engineId: string; parity: { formulaCells: number } | null } }
  return { engineId: data.engineId, formulas: data.parity?.formulaCells ?? 0 }
}

interface Proposed {
  readonly name: string
  readonly cell: string
  readonly shape: 'cell' | 'block'
}

async function scroll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let pane = document.querySelector('[role=gridcell]')?.parentElement ?? null
    while (pane !== null && pane.scrollHeight <= pane.clientHeight + 1) pane = pane.parentElement
    for (let step = 0; step < 120; step++) {
      pane?.scrollBy(0, 300)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}

async function idIn(answer: Promise<string>): Promise<string> {
  const { data } = JSON.parse(await answer) as { data: { id: string } }
  return data.id
}

async function timed(work: () => Promise<void>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

function complain(what: string): void {
  process.stderr.write(`${what}\n`)
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
