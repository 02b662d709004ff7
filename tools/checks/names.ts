import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, root } from '../setup/paths.mjs'

/**
 * Checks the naming rules of CONTRIBUTING.md: one call per file, named like the call; a handler of the same name on the
 * server; the same feature names in contract, server and web; one spelling and one kind of private member.
 */

/** Features of the web app that use the calls of several features. */
const combinedFeatures: ReadonlySet<string> = new Set(['api-reference', 'api-tester', 'guide'])

/** Spellings of the API. Our own word is favourite. */
const apiSpellings: ReadonlySet<string> = new Set(['favorite', 'isfavorite', 'markFavorite', 'isStarred', 'isstarred'])

const contractFolder = inRoot('packages/contract/src')
const serverFolder = inRoot('packages/server/src/features')
const webFolder = inRoot('packages/web/src/features')

const problems: string[] = []

for (const file of sourceFiles(contractFolder)) checkContract(file)
for (const file of sourceFiles(serverFolder)) checkHandlers(file)
checkFeatures()
for (const folder of ['packages', 'e2e', 'bench', 'tools']) {
  for (const file of sourceFiles(inRoot(folder))) checkPrivateMembers(file)
}
for (const folder of ['contract', 'server', 'web']) {
  for (const file of sourceFiles(inRoot(`packages/${folder}/src`))) checkSpelling(file)
}

if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`)
  process.exit(1)
}

function checkContract(file: string): void {
  const place = path.relative(contractFolder, file)
  const text = readFileSync(file, 'utf8')
  const calls = [...text.matchAll(/^export const (\w+) = defineCall\(/gm)].map((match) => match[1] ?? '')
  const [call] = calls
  if (call === undefined) return
  if (calls.length > 1) problems.push(`${shown(file)} declares ${calls.join(', ')}: each call has a file of its own`)
  const expected = `${kebab(call)}.ts`
  if (path.basename(file) !== expected) problems.push(`${shown(file)} declares ${call}: call the file ${expected}`)
  const id = `${camel(place.split(path.sep)[0] ?? '')}.${call}`
  if (!text.includes(`id: '${id}'`)) problems.push(`${shown(file)}: the id of the call is '${id}'`)
  const handler = path.join(serverFolder, place)
  if (!existsSync(handler)) {
    problems.push(`${shown(file)}: the handler belongs into ${shown(handler)}, which does not exist`)
  } else if (!readFileSync(handler, 'utf8').includes(`export const ${call}Handler = `)) {
    problems.push(`${shown(handler)} exports no ${call}Handler`)
  }
}

function checkHandlers(file: string): void {
  for (const [, name = '', call = ''] of readFileSync(file, 'utf8').matchAll(/(\w+) = handle\(\s*(\w+)/g)) {
    if (name !== `${call}Handler`)
      problems.push(`${shown(file)}: call the handler of ${call} ${call}Handler, not ${name}`)
    if (path.basename(file) !== `${kebab(call)}.ts`) {
      problems.push(`${shown(file)} handles ${call}: the handler belongs into ${kebab(call)}.ts`)
    }
  }
}

function checkFeatures(): void {
  const onServer = folders(serverFolder)
  for (const feature of folders(contractFolder)) {
    if (!onServer.includes(feature)) problems.push(`packages/contract/src/${feature}: the server has no such feature`)
  }
  for (const feature of folders(webFolder)) {
    if (onServer.includes(feature) || combinedFeatures.has(feature)) continue
    problems.push(`packages/web/src/features/${feature}: the server has no such feature`)
  }
}

function checkPrivateMembers(file: string): void {
  for (const { line, place } of linesOf(file)) {
    if (/\w\.#[a-z]|^\s+(?:(?:static|readonly|async|get|set) )*#[a-z]\w*\s*[=:(;?<]/i.test(line)) {
      problems.push(`${place}: write private members with private, not with #`)
    }
  }
}

function checkSpelling(file: string): void {
  for (const { line, place } of linesOf(file)) {
    for (const [word] of line.matchAll(/\w*(?:favorite|starred)\w*/gi)) {
      if (!apiSpellings.has(word)) problems.push(`${place}: "${word}": our own word is favourite`)
    }
  }
}

function linesOf(file: string): { readonly line: string; readonly place: string }[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.map((line, index) => ({ line, place: `${shown(file)}:${index + 1}` }))
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function folders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function camel(name: string): string {
  return name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase())
}

function shown(file: string): string {
  return path.relative(root, file)
}
