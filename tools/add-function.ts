import { existsSync } from 'node:fs'
import { inRoot } from './setup/paths.mjs'
import { addEntry, addImport, camel, Edits, end, say } from './generators/edit-source.ts'

/**
 * Generates a worksheet function: `npm run add-function -- CATEGORY FAMILY NAME PARAMETER:KIND …`, as in
 * `npm run add-function -- math rounding ROUNDHALF number:number digits:number`.
 * The function returns #N/A until its body is written.
 */

const kinds = ['number', 'text', 'boolean', 'scalar', 'grid', 'argument', 'reference', 'lambda', 'value', 'lazy']
const [category, family, name, ...given] = process.argv.slice(2)
if (!category || !family || !name || given.length === 0) {
  end('Usage: npm run add-function -- CATEGORY FAMILY NAME PARAMETER:KIND …')
}
if (!existsSync(inRoot(`packages/runtime/src/functions/${category}`))) end(`There is no category ${category}`)
if (!/^[a-z]+(-[a-z]+)*$/.test(family)) end(`FAMILY is a file name such as rounding, not "${family}"`)
if (!/^[A-Z][A-Z0-9.]*$/.test(name)) end(`NAME is like ROUND or NORM.DIST, not "${name}"`)

const params = given.map((text) => {
  const [param = '', kind = ''] = text.split(':')
  if (!/^[a-z]\w*$/.test(param) || !kinds.includes(kind)) {
    end(`PARAMETER:KIND is like digits:number, not "${text}" (kinds: ${kinds.join(', ')})`)
  }
  return { name: param, kind }
})

const folder = `packages/runtime/src/functions/${category}`
const file = `${folder}/${family}.ts`
const cases = `${folder}/${family}.cases.tsv`
const edits = new Edits()
const definition = `define({
  name: '${name}',
  params: [${params.map((param) => `{ name: '${param.name}', kind: '${param.kind}' }`).join(', ')}],
  body: () => errors.na,
})`

if (existsSync(inRoot(file))) {
  edits.change(file, (source) =>
    addEntry(
      withImports(source),
      source.includes('FunctionDefinition[] = [') ? 'FunctionDefinition[] = [' : '= [',
      definition,
    ),
  )
} else {
  const list = `${camel(family)}Functions`
  edits.create(
    file,
    `import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

export const ${list}: readonly FunctionDefinition[] = [
  ${definition},
]
`,
  )
  edits.change('packages/runtime/src/functions/registry.ts', (source) =>
    addEntry(addImport(source, `import { ${list} } from './${category}/${family}.ts'`), 'families = {', list),
  )
}
const line = `${name}(${params.map(() => '1').join(',')})\t#N/A\n`
if (existsSync(inRoot(cases))) edits.change(cases, (source) => `${source.trimEnd()}\n${line}`)
else edits.create(cases, `# source: cells computed by Excel\n${line}`)
edits.format()
say(
  `Next: the body, and cases in ${cases}: normal, edge and error inputs, with what Excel gives; npm run function-cases.`,
)

function withImports(source: string): string {
  let result = source
  if (!/import \{[^}]*\bdefine\b[^}]*\} from '\.\.\/definition\.ts'/.test(source)) {
    result = addImport(result, `import { define } from '../definition.ts'`)
  }
  if (!/import \{[^}]*\berrors\b[^}]*\} from '\.\.\/\.\.\/values\.ts'/.test(source)) {
    result = addImport(result, `import { errors } from '../../values.ts'`)
  }
  return result
}
