import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../setup/paths.mjs'

/**
 * Checks the OpenAPI document: every operation has a summary sentence and a description, every path parameter is
 * declared, and no path matches two operations, including those under the tenant. Texts shown on the reference page
 * have a Japanese translation in the web app's table, and the table has no others.
 */

const { addressesOf } = await contract('call.ts')
const { calls } = await contract('calls.ts')
const { openApiDocument } = await contract('open-api.ts')

const { paths, components } = openApiDocument(calls, { version: '0', origin: 'http://localhost' })
const problems = []

for (const [path, methods] of Object.entries(paths)) {
  for (const [method, operation] of Object.entries(methods)) checkOperation(path, method, operation)
}
checkAddresses()
checkJapanese()

/** Imported at run time: the contract is another TypeScript project than the tools. */
function contract(file) {
  return import(pathToFileURL(inRoot(`packages/contract/src/${file}`)).href)
}

function checkOperation(path, method, { operationId, summary = '', description = '', parameters = [] }) {
  const place = `${method.toUpperCase()} ${path} (${operationId})`
  if (summary.length < 10 || !/[.]$/.test(summary)) problems.push(`${place}: the summary is no sentence`)
  if (description.trim() === '') problems.push(`${place}: has no description`)
  const declared = new Set(parameters.filter((each) => each.in === 'path').map(({ name }) => name))
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
    if (!declared.has(name)) problems.push(`${place}: the parameter ${name} is not declared`)
  }
}

/** At the first segment where one path has a word and another a parameter, the router prefers the word. */
function checkAddresses() {
  const known = new Map()
  for (const call of calls.flatMap(addressesOf)) {
    const shape = `${call.method} ${call.path.toLowerCase().replaceAll(/\{\w+\}/g, '{}')}`
    const other = known.get(shape)
    if (other !== undefined) problems.push(`${call.id} and ${other} have the same address ${call.method} ${call.path}`)
    known.set(shape, call.id)
  }
}

function checkJapanese() {
  const file = 'packages/web/src/features/api-reference/reference-texts.ja.json'
  const table = new Set(Object.keys(JSON.parse(readFileSync(inRoot(file), 'utf8'))))
  const shown = shownTexts()
  for (const text of shown) if (!table.has(text)) problems.push(`${file}: has no Japanese of ${JSON.stringify(text)}`)
  for (const text of table)
    if (!shown.has(text)) problems.push(`${file}: nothing says ${JSON.stringify(text)} any more`)
}

/** Headings of groups, summaries of operations and descriptions of fields. */
function shownTexts() {
  const shown = new Set()
  const addDescriptions = (value) => {
    if (typeof value !== 'object' || value === null) return
    if (typeof value.description === 'string') shown.add(value.description)
    Object.values(value).forEach(addDescriptions)
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { summary, tags, parameters, requestBody, responses } = operation
    shown.add(summary)
    for (const tag of tags) shown.add(groupTitle(tag))
    addDescriptions([parameters, requestBody, Object.values(responses).map(({ content }) => content)])
  }
  addDescriptions(components)
  return shown
}

/** As the page derives it from the name of a feature. */
function groupTitle(tag) {
  const words = tag.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
