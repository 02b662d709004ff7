import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { launchProduct } from '../support/launch-product.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { signedIn } from '../support/signed-in.ts'
import { smallZip } from '../support/small-zip.ts'
import { framesDuring, print } from './frames.ts'

/**
 * Measures the explorer with many files in one folder, in a real Chromium: `npm run measure:explorer`. Needs the built
 * web app, which `npm start` builds. `FILES=100000` is the number of files.
 */
const files = Number(process.env['FILES'] ?? 100_000)
/** Maximum number of files in one zip. */
const inZip = 20_000
const executablePath = process.env['SHEETWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium'

const product = await launchProduct({ SHEETWRIGHT_REQUESTS_PER_MINUTE: '100000' })
const browser = await chromium.launch({
  executablePath,
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const { page } = await signedIn({ browser, product }, 'supervisor@demo.test')
  const headers = await pageCredentials(page)
  const begun = performance.now()
  for (let from = 0; from < files; from += inZip) await unpack(page, headers, from)
  print(`${files} files unpacked`, [performance.now() - begun])

  const list = async (query: string) => {
    const times: number[] = []
    for (let n = 0; n < 20; n++) {
      const since = performance.now()
      const answer = await page.request.get(`/api/filemanager/GetFolderDocs?path=/files/Many&${query}`, { headers })
      if (!answer.ok()) throw new Error(await answer.text())
      times.push(performance.now() - since)
    }
    return times
  }
  print('list, first page of 200', await list('page=1&pageSize=200'))
  print('list, last page of 200', await list(`page=${Math.ceil(files / 200)}&pageSize=200`))
  print('list, by size, descending', await list('page=1&pageSize=200&sort=-size'))

  const since = performance.now()
  await page.goto('/admin/explorer/home/files/Many')
  await page.getByText('file 00001.html').waitFor()
  print('page with its first rows', [performance.now() - since])
  print('scroll', await framesDuring(page, () => scrollRows(page)))
  const jumped = performance.now()
  await page.locator('tr[data-index]').first().focus()
  await page.keyboard.press('End')
  await page.getByText(`file ${String(files).padStart(5, '0')}.html`).waitFor()
  print('jump to the last file', [performance.now() - jumped])
  const searched = performance.now()
  const sought = `file ${String(Math.ceil(files * 0.77777)).padStart(5, '0')}`
  await page.getByRole('searchbox').fill(sought)
  await page.getByText(`${sought}.html`).waitFor()
  print('search by name', [performance.now() - searched])
} finally {
  await browser.close()
  await product.dispose()
}

async function unpack(page: Page, headers: Record<string, string>, from: number): Promise<void> {
  const count = Math.min(inZip, files - from)
  const names = Array.from({ length: count }, (_, n) => [
    `file ${String(from + n + 1).padStart(5, '0')}.html`,
    `<p>${from + n + 1}</p>`,
  ])
  const answer = await page.request.post('/api/filemanager/uploadfolder', {
    headers,
    multipart: {
      Path: 'Many',
      File: { name: 'many.zip', mimeType: 'application/zip', buffer: smallZip(Object.fromEntries(names)) },
    },
    timeout: 0,
  })
  if (!answer.ok()) throw new Error(await answer.text())
  const { data } = (await answer.json()) as { data: { jobId: string } }
  for (;;) {
    const job = await page.request.get(`/api/backgroundjob/getJob/${data.jobId}`, { headers })
    const { data: state } = (await job.json()) as { data: { status: string } }
    if (state.status === 'Success') return
    if (state.status !== 'Pending' && state.status !== 'InProgress') throw new Error(JSON.stringify(state))
    await setTimeout(500)
  }
}

async function scrollRows(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const row = document.querySelector('tr[data-index]')
    let pane = row?.parentElement ?? null
    while (pane !== null && pane.scrollHeight <= pane.clientHeight + 1) pane = pane.parentElement
    for (let step = 0; step < 120; step++) {
      pane?.scrollBy(0, 400)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
