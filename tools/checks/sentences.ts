import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { inRoot } from '../setup/paths.mjs'

const packages = inRoot('packages')
const sources = [
  'server/src/{features,platform}/**/*.ts',
  'contract/src/**/*.ts',
  'runtime/src/{engine,program}/**/*.ts',
  'compiler/src/{prove,diagnostics,elsewhere,portfolio}/*.ts',
  'compiler/src/{1-read,2-parse,3-bind}/**/*.ts',
]

/**
 * Checks that every sentence of the server has a Japanese translation in the web app's table, and that the table has no
 * others. A sentence is a text for callers: messages of errors, of validation, of calculations and of workbooks.
 */

/** Sentences assembled from pieces, or from the schema library: no literal in the sources contains them whole. */
const composed: readonly string[] = [
  'what Excel gives here is not known: {0}',
  'the workbook has no function {0}',
  'Excel 4.0 macros are not run: {0}',
  'services outside the workbook are not asked: {0}',
  'another workbook is needed: {0}',
  'a formula cannot be read: {0}',
  'no saved value of {0}',
  'has the wrong type',
  'a number',
  'a whole number',
  'a list',
  'an object',
  'a file',
  'a number, 0.05 for 5 percent',
  'a date as YYYY-MM-DD or an Excel serial number',
  'a time as hh:mm:ss or a fraction of a day',
  'a date and time as YYYY-MM-DDThh:mm:ss or an Excel serial number',
  'true or false',
  'a text',
  'a list of objects, one a row',
  'The value does not meet the restrictions set for this cell.',
  'The value does not meet the restrictions set for this cell. Allowed are {0}: {1}.',
  'The value does not meet the restrictions set for this cell. Allowed are {0}: {1} to {2}.',
  'The value does not meet the restrictions set for this cell. Give one of {0}.',
  'not run on this version as it is now',
  '{0} of its cases fail',
  'whole numbers',
  'numbers',
  'dates',
  'times',
  'texts with a number of characters',
  'less than {0}, or more than {1}',
  'all but {0}',
  'less than {0}',
  'more than {0}',
  'at least {0}',
  'an object with a value for each heading',
  '{0} for {1}',
  '{0} in row {1}',
  'inputs that are given twice',
  'columns that are given twice',
  'inputs that the workbook does not have',
  'values in rows that are not allowed',
  'values in columns that there are not',
  'A list that is nested too deep',
  'An object that is nested too deep',
  'is not a field of this call',
  'must be a list of objects, or of lists of values below a list of headings',
  'a day as YYYY-MM-DD',
  'a moment in UTC as YYYY-MM-DDTHH:mm:ssZ',
  'a UUID',
  'an e-mail address',
  'an address with its scheme',
  'at least {0} characters',
  'at most {0} characters',
  'at least {0} entries',
  'at most {0} entries',
  'at most {0}',
  'a multiple of {0}',
  'Storing files',
  'Invalid input: expected {0}, received {1}',
  'Invalid input: expected {0}',
  'Invalid input',
  'Invalid option: expected one of {0}',
  'Too small: expected {0} to have >={1} characters',
  'Too small: expected {0} to have >={1} items',
  'Too big: expected {0} to have <={1} characters',
  'Too big: expected {0} to have <={1} items',
  'Too small: expected {0} to be >={1}',
  'Too small: expected {0} to be >{1}',
  'Too big: expected {0} to be <={1}',
  'Too big: expected {0} to be <{1}',
  'Invalid number: must be a multiple of {0}',
  'Invalid string: must match pattern {0}',
  'Invalid email address',
  'Invalid UUID',
  'Invalid URL',
  'Invalid ISO date',
  'Invalid ISO datetime',
  'You may not see this product',
  'You may see this product but not change it',
  'This is for those who manage the product',
  'The file is not valid JSON',
  'A value is missing',
  'The value must be of the type {0}',
  'The value must be one of {0}',
  'A form has no such key here',
  'The input "{0}" is asked for twice',
  'The form has no section "{0}"',
  'Another section has the key "{0}"',
  'The widget "{0}" cannot ask for this input',
  'A slider needs a smallest and a larger largest value',
  'The default is no value of the input "{0}"',
  'A field cannot depend on itself',
  'The list of the input has no option "{0}"',
  'The output "{0}" is a table, which a figure cannot show',
  'The output "{0}" is no table',
  'The table has no column "{0}"',
  'The column "{0}" holds no numbers, which a chart needs',
  'The sentence is empty',
  'a problem',
  '{0} problems',
  'Nothing is published yet',
  'Published are {0}',
  'holds a NUL character',
  'holds half of a character',
  'has more than 30 digits behind the point',
  'is before the year 1000',
  'is an empty text, which Oracle takes for no value',
  'has more than {0} bytes',
  '{0}, row {1}, {2}: {3}',
  '{0}, row {1}, {2}',
  'The record {0}',
  '{0}, row {1}: its key ({2}) is that of row {3}',
  '… and {0} more in {1}',
  'The columns, types or key of {0} are not those of the last run. Load it once with level 0 or 1 into a table of the new shape.',
]

/** Properties and variables that hold texts for people. */
const wordHolders = new Set(['message', 'reason', 'part', 'error', 'allowed', 'blockedBecause', 'problem', 'found'])
/** Functions that take texts for people, by the index of the argument; -1 is the last. */
const wordTakers: Readonly<Record<string, number>> = {
  CallError: 1,
  CalledOff: 1,
  OutsideFailure: 0,
  JobFailure: 0,
  RejectedRecord: 0,
  UnreadablePortfolio: 0,
  progress: 1,
  invalidConfiguration: 1,
  ChildStopped: 1,
  error: 0,
  warning: 0,
  info: 0,
  problem: 1,
  refuse: 1,
  damaged: -1,
  fail: 0,
  fromJsonText: 0,
  notAllowed: 0,
  refine: 1,
  regex: 1,
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Every sentence of the server that a person may read, with its placeholders as {0}, {1}, and its file. */
function serverSentences(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const file of globSync(sources, { cwd: packages }).sort()) {
    const { program } = parseSync(file, readFileSync(path.join(packages, file), 'utf8'))
    const takers = { ...messageTakers(program), ...wordTakers }
    visit(program, (node) => {
      for (const words of wordsIn(node, takers))
        if (/\p{L} \p{L}|\p{L} \{|\} \p{L}/u.test(words)) found.set(words, file)
    })
  }
  return found
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) return value.forEach((each) => visit(each, see))
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) see(value as Node)
  for (const each of Object.values(value)) visit(each, see)
}

/** Functions and methods of a file with a parameter `message` or `allowed`, by its index: they put it into an error. */
function messageTakers(program: unknown): Readonly<Record<string, readonly number[]>> {
  const found: Record<string, readonly number[]> = {}
  const add = (name: string, taker: unknown) => {
    const { params = [] } = (taker ?? {}) as { readonly params?: readonly unknown[] }
    const places = params.flatMap((parameter, index) =>
      ['message', 'allowed'].includes(nameOf(parameter)) ? [index] : [],
    )
    if (places.length > 0) found[name] = places
  }
  visit(program, (node) => {
    if (node.type === 'FunctionDeclaration') add(nameOf(node['id']), node)
    if (node.type === 'MethodDefinition') add(nameOf(node['key']), node['value'])
    if (node.type === 'VariableDeclarator') add(nameOf(node['id']), node['init'])
  })
  return found
}

function wordsIn(node: Node, takers: Readonly<Record<string, number | readonly number[]>>): readonly string[] {
  if (node.type === 'Property') return wordHolders.has(nameOf(node['key'])) ? textsOf(node['value']) : []
  if (node.type === 'VariableDeclarator') return wordHolders.has(nameOf(node['id'])) ? textsOf(node['init']) : []
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return []
  const callee = node['callee'] as Node
  if (callee.type === 'Super') return (node['arguments'] as unknown[]).flatMap(textsOf)
  const name = callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee)
  const places = [takers[name] ?? []].flat()
  return places.flatMap((place) => textsOf((node['arguments'] as unknown[]).at(place)))
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: string; value?: string }
  return name ?? value ?? ''
}

/** The possible texts of an expression; empty if it is not a text. */
function textsOf(value: unknown): readonly string[] {
  const node = value as Node | null | undefined
  switch (node?.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : []
    case 'TemplateLiteral': {
      const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
      return [parts.map(({ value: { cooked } }, i) => cooked + (i < parts.length - 1 ? `{${i}}` : '')).join('')]
    }
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])]
    case 'ArrowFunctionExpression':
      return textsOf(node['body'])
    case 'LogicalExpression':
      return [...textsOf(node['left']), ...textsOf(node['right'])]
    default:
      return []
  }
}

const table = JSON.parse(
  readFileSync(inRoot('packages/web/src/platform/messages/server-texts.ja.json'), 'utf8'),
) as object
const sentences = serverSentences()
const known = new Set([...sentences.keys(), ...composed])
const problems = [
  ...[...sentences]
    .filter(([sentence]) => !(sentence in table))
    .map(([sentence, file]) => `no Japanese for "${sentence}" of ${file}`),
  ...Object.keys(table)
    .filter((sentence) => !known.has(sentence))
    .map((sentence) => `nothing says "${sentence}" any more`),
]
if (problems.length > 0) {
  process.stderr.write(
    `${problems.join('\n')}\nThe table is packages/web/src/platform/messages/server-texts.ja.json.\n`,
  )
  process.exitCode = 1
}
