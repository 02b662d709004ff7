import { existsSync } from 'node:fs'
import path from 'node:path'
import { say, step } from './progress.mjs'
import { run } from './run.mjs'

/** The headless shell is first: it takes two thirds of the processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'msedge',
]
const places = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  `${process.env.PROGRAMFILES ?? ''}\\Google\\Chrome\\Application`,
  `${process.env['PROGRAMFILES(X86)'] ?? ''}\\Google\\Chrome\\Application`,
  `${process.env['PROGRAMFILES(X86)'] ?? ''}\\Microsoft\\Edge\\Application`,
]

/**
 * Path of a Chromium for the browser tests: the one of SHEETWRIGHT_CHROMIUM, one found on the machine, Debian's package
 * if we may install it, else Playwright's own if it can be downloaded. Undefined if none is available.
 */
export async function ensureChromium(node, ofMachine = chromiumOfMachine()) {
  return (await ofMachine) ?? (await fromPlaywright(node))
}

/** The part of it that needs none of our dependencies, and can begin before they are installed. */
export async function chromiumOfMachine() {
  return fromSetting() ?? findInstalled() ?? (await fromDebian())
}

function fromSetting() {
  const file = process.env.SHEETWRIGHT_CHROMIUM
  if (!file) return undefined
  if (existsSync(file)) return file
  say(`  SHEETWRIGHT_CHROMIUM names ${file}, which does not exist.`)
  return undefined
}

function findInstalled() {
  const files = names.flatMap((name) =>
    places.flatMap((place) => [path.join(place, name), path.join(place, `${name}.exe`)]),
  )
  files.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
  return files.find((file) => path.isAbsolute(file) && existsSync(file))
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = (name) =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk'], { quiet: true, env })
  const { code, output } = await step('Installing Chromium for the browser tests', async () => {
    await run('apt-get', ['update', '-q'], { quiet: true, env })
    const shell = await install('chromium-headless-shell')
    // Older Debian releases only have the whole browser.
    return shell.code === 0 ? shell : install('chromium')
  })
  if (code !== 0) say(`  Debian's Chromium could not be installed: ${output.trim().split('\n').at(-1)}`)
  return findInstalled()
}

async function fromPlaywright(node) {
  const { code } = await step('Downloading a Chromium for the browser tests', () =>
    run(node, ['node_modules/playwright-core/cli.js', 'install', 'chromium-headless-shell'], { quiet: true }),
  )
  if (code !== 0) return undefined
  const { output } = await run(
    node,
    ['-e', "process.stdout.write(require('playwright-core').chromium.executablePath())"],
    { quiet: true },
  )
  return existsSync(output) ? output : undefined
}
