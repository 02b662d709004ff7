import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuilt } from './setup/build-web.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { findNode } from './setup/node24.mjs'
import { inRoot } from './setup/paths.mjs'
import { fail } from './setup/progress.mjs'
import { run } from './setup/run.mjs'

/**
 * `npm run guide:pictures`: regenerates the pictures of the user guide with the stories that show them. A failing story
 * makes none. With a folder as argument the pictures are taken from there, where stories left them.
 */
const pictures = [
  { story: 'engines', name: 'upload-proof' },
  { story: 'engines', name: 'engine-versions' },
  { story: 'tester', name: 'tester-run' },
  { story: 'calculators', name: 'calculator-scenarios' },
  { story: 'visitors', name: 'new-link' },
]

const [given] = process.argv.slice(2)
const taken = given ?? mkdtempSync(path.join(tmpdir(), 'guide-pictures-'))
if (given === undefined) await takePictures()
for (const language of ['en', 'ja']) {
  const folder = inRoot(`packages/web/src/features/guide/pictures/${language}`)
  mkdirSync(folder, { recursive: true })
  for (const { name } of pictures) {
    // A picture of a story that runs only in English serves both languages.
    const own = path.join(taken, `${name}-${language}.png`)
    copyFileSync(existsSync(own) ? own : path.join(taken, `${name}-en.png`), path.join(folder, `${name}.png`))
  }
}
if (given === undefined) rmSync(taken, { recursive: true })

async function takePictures() {
  const node = findNode()
  await ensureWebBuilt(node)
  const chromium = await ensureChromium(node)
  if (!chromium) fail('The stories need a Chromium. Install one and name it in SHEETWRIGHT_CHROMIUM.')
  const stories = [...new Set(pictures.map(({ story }) => `e2e/stories/${story}.test.ts`))]
  const { code } = await run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', ...stories], {
    env: { ...process.env, SHEETWRIGHT_CHROMIUM: chromium, SHEETWRIGHT_SCREENSHOTS: taken },
  })
  if (code !== 0) fail('A story failed; the pictures stay as they are.')
}
