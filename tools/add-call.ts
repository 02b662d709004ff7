import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './setup/paths.mjs'

/**
 * Writes the files of a new call and adds it to the lists:
 * `npm run add-call -- FEATURE VERB-NOUN METHOD PATH`, as in `npm run add-call -- products archive-product POST '/api/v1/product/archive/{product}'`.
 */

const [feature, verbNoun, method, callPath] = process.argv.slice(2)
if (!feature || !verbNoun || !method || !callPath) end('Usage: npm run add-call -- FEATURE VERB-NOUN METHOD PATH')
if (!/^[a-z]+(-[a-z]+)*$/.test(feature)) end(`FEATURE is a folder name such as products, not "${feature}"`)
if (!/^[a-z]+(-[a-z]+)+$/.test(verbNoun)) end(`VERB-NOUN is a file name such as archive-product, not "${verbNoun}"`)
if (!['GET', 'POST', 'PUT', 'DELETE'].includes(method)) end(`METHOD is GET, POST, PUT or DELETE, not "${method}"`)
if (!callPath.startsWith('/')) end(`PATH begins with a slash, unlike "${callPath}"`)

const name = verbNoun.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase())
const params = [...callPath.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

const contractFile = inRoot(`packages/contract/src/${feature}/${verbNoun}.ts`)
const handlerFile = inRoot(`packages/server/src/features/${feature}/${verbNoun}.ts`)
const routesFile = inRoot(`packages/server/src/features/${feature}/routes.ts`)
const callsFile = inRoot('packages/contract/src/calls.ts')
for (const file of [contractFile, handlerFile])
  if (existsSync(file)) end(`${path.relative(inRoot(), file)} exists already`)

write(
  contractFile,
  `import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const ${name} = defineCall({
  id: '${feature}.${name}',
  method: '${method}',
  path: '${callPath}',
  summary: '',
  caller: 'user',
${params.length > 0 ? `  params: z.strictObject({ ${params.map((param) => `${param}: z.string().min(1).max(200)`).join(', ')} }),\n` : ''}  output: data(z.object({})),
  errors: [],
})
`,
)
write(
  handlerFile,
  `import { ${name} } from '@sheetwright/contract/${feature}/${verbNoun}.ts'
import { handle } from '../../platform/http/handle.ts'

export const ${name}Handler = handle(${name}, ({ caller, services }) =>
  services.db.inTenant(caller.tenantId, async () => ({})),
)
`,
)
addToList(callsFile, `import { ${name} } from './${feature}/${verbNoun}.ts'`, name)
if (existsSync(routesFile)) {
  addToList(routesFile, `import { ${name}Handler } from './${verbNoun}.ts'`, `${name}Handler`)
} else {
  const routes = `${feature.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase()).replace(/s$/, '')}Routes`
  write(
    routesFile,
    `import type { Handler } from '../../platform/http/handle.ts'
import { ${name}Handler } from './${verbNoun}.ts'

export const ${routes}: readonly Handler[] = [
  ${name}Handler,
]
`,
  )
  say(`  and add ${routes} to packages/server/src/app.ts`)
}
say('Next: fill in summary, caller, input, output and errors in the contract, then the handler, then a test.')

function write(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  say(`made    ${path.relative(inRoot(), file)}`)
}

/** Puts an import behind the last one and an entry at the end of the file's list. */
function addToList(file: string, importLine: string, entry: string): void {
  const lines = readFileSync(file, 'utf8').split('\n')
  const lastImport = lines.findLastIndex((line) => line.startsWith('import '))
  lines.splice(lastImport + 1, 0, importLine)
  const closing = lines.findLastIndex((line) => line === ']')
  lines.splice(closing, 0, `  ${entry},`)
  writeFileSync(file, lines.join('\n'))
  say(`changed ${path.relative(inRoot(), file)}`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function end(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
