import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { launchProduct, type Product } from '../support/launch-product.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { signedIn } from '../support/signed-in.ts'

const root = path.join(import.meta.dirname, '../..')
const executablePath = process.env['SHEETWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium'

/** A product and a signed-in browser, for measurements of calculators. */
export interface CalculatorPages {
  readonly page: Page
  readonly headers: Readonly<Record<string, string>>
  readonly productId: string
  close(): Promise<void>
}

export async function openProduct(): Promise<CalculatorPages> {
  const product = await launchProduct({ SHEETWRIGHT_TOKEN_SECONDS: '3600' })
  const browser = await chromium.launch({
    executablePath,
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  const close = () => closeAll(product, browser)
  try {
    const { page } = await signedIn({ browser, product }, 'supervisor@demo.test')
    await page.goto('/board')
    const headers = await pageCredentials(page)
    const made = await page.request.post('/api/v1/product/create', { headers, multipart: { Name: 'Measured' } })
    const { data } = (await made.json()) as { data: { id: string } }
    return { page, headers, productId: data.id, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function closeAll(product: Product, browser: Browser): Promise<void> {
  await browser.close()
  await product.dispose()
}

/** The workbooks of the demo products, and those in the folder `BENCH`; with `ONLY`, those it lists. */
export async function workbooks(): Promise<{ readonly name: string; readonly file: string }[]> {
  const folders = [path.join(root, 'packages/server/demo'), ...(process.env['BENCH'] ? [process.env['BENCH']] : [])]
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder))
        .filter((name) => name.endsWith('.xlsx'))
        .toSorted()
        .map((name) => ({ name: name.slice(0, -'.xlsx'.length), file: path.join(folder, name) })),
    ),
  )
  const only = process.env['ONLY']?.split(',')
  return found.flat().filter(({ name }) => only === undefined || only.includes(name))
}

/** Publishes a workbook as an engine whose program may be distributed. */
export async function publishForPages(
  { page, headers, productId }: CalculatorPages,
  { name, file }: { readonly name: string; readonly file: string },
): Promise<{ readonly spec: FormSpec; readonly path: string }> {
  const added = await page.request.post(`/api/v1/product/${productId}/engines/add`, {
    headers,
    timeout: 0,
    multipart: {
      data: JSON.stringify({ serviceName: name, publish: true }),
      file: { name: `${name}.xlsx`, mimeType: 'application/octet-stream', buffer: await readFile(file) },
    },
  })
  if (!added.ok()) throw new Error(`${name} was not published: ${await added.text()}`)
  const { data } = (await added.json()) as { data: { engineId: string; state: string } }
  const engine = `/api/v1/product/${productId}/engines`
  if (data.state !== 'Active') {
    // Excel did not write the saved values of generated workbooks.
    const acknowledge = { codes: ['PROOF_DIFFERS', 'PROOF_MISSING'], reason: 'Measured, not used' }
    const published = await page.request.put(`${engine}/publish/${data.engineId}`, { headers, data: { acknowledge } })
    if (!published.ok()) throw new Error(`${name} was not published: ${await published.text()}`)
  }
  const handed = await page.request.put(`${engine}/updateengine/${data.engineId}`, {
    headers,
    data: { mayLeave: true },
  })
  if (!handed.ok()) throw new Error(`${name} may not be handed out: ${await handed.text()}`)
  const answer = await page.request.post(`${engine}/${data.engineId}/GetFormSpec`, { headers, data: {} })
  if (!answer.ok()) throw new Error(`${name} has no form: ${await answer.text()}`)
  const { data: spec } = (await answer.json()) as { data: FormSpec }
  return { spec, path: `/products/${productId}/tutorial/${encodeURIComponent(name)}/calculator` }
}
