import { pathToFileURL } from 'node:url'
import { inRoot } from '../setup/paths.mjs'

/**
 * Checks the OpenAPI document: every operation says in a sentence what it does and has a description, every parameter of a path
 * is declared, and no address means two operations, those under the tenant included.
 */

const { addressesOf } = await contract('call.ts')
const { calls } = await contract('calls.ts')
const { openApiDocument } = await contract('open-api.ts')

const { paths } = openApiDocument(calls, { version: '0', origin: 'http://localhost' })
const problems = []

for (const [path, methods] of Object.entries(paths)) {
  for (const [method, operation] of Object.entries(methods)) checkOperation(path, method, operation)
}
checkAddresses()

/** Named when it runs: the contract is another project than the tools. */
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

/** The router takes the word at the first place where one path has a word and another a parameter. */
function checkAddresses() {
  const known = new Map()
  for (const call of calls.flatMap(addressesOf)) {
    const shape = `${call.method} ${call.path.toLowerCase().replaceAll(/\{\w+\}/g, '{}')}`
    const other = known.get(shape)
    if (other !== undefined) problems.push(`${call.id} and ${other} have the same address ${call.method} ${call.path}`)
    known.set(shape, call.id)
  }
}

if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
