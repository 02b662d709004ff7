import type { SqlDialect } from './sql-dialect.ts'
import { ownColumns } from './sql-row.ts'
import { headLines, type SqlWriting, testQuery } from './sql-text.ts'

const writing: SqlWriting = {
  types: { number: 'FLOAT64', text: 'STRING', boolean: 'BOOL', json: 'STRING' },
  quote: quoted,
  json: quoted,
  sameJson: (left, right) => `${left} = ${right}`,
  upperCase: false,
}

/** The largest code file that BigQuery loads. Inline code is limited to 32 KB, which is less than the runtime has. */
const mostBytes = 1024 * 1024

/**
 * A JavaScript function that returns a struct with a typed field for each output. Its code is a library in Cloud
 * Storage.
 */
export const bigquery: SqlDialect = {
  upperCase: false,
  jsonAsText: true,
  mostArguments: 256,
  make(parts) {
    const { name, fileName, about, inputs, outputs, code, key } = parts
    const { types } = writing
    const typed = inputs.map(({ column, kind }) => `${column} ${types[kind]}`)
    const fields = [...outputs, ...ownColumns(writing)].map(({ column, kind }) => `${column} ${types[kind]}`)
    const args = [...inputs.map(({ column }) => column), 'as_of', 'seed']
    const library = `/*! ${about.join('\n * ').replaceAll('*/', '* /')} */
var sheetwright_${key} = (() => {
${code}
let compute;
return (values, asOf, seed) => (compute ??= open())(values, asOf, seed);
})();
`
    const body = `\nreturn sheetwright_${key}([${inputs.map(({ column }) => column).join(', ')}], as_of, seed);\n`
    const notes = [
      'BigQuery takes at most 32 KB of JavaScript inside a function, so the code is a library.',
      `Copy ${fileName}.js into a bucket of Cloud Storage, and write bucket and dataset in place of BUCKET and DATASET below.`,
      `Use: SELECT p.*, r.* FROM (SELECT p, DATASET.${name}(…) AS r FROM policies p)`,
      'Values that are no number, text or boolean, such as tables, are texts of JSON.',
    ]
    const text = `${headLines(parts, writing, notes)}
CREATE OR REPLACE FUNCTION DATASET.${name}(
  ${[...typed, `as_of ${types.text}`, `seed ${types.number}`].join(',\n  ')}
) RETURNS STRUCT<
  ${fields.join(',\n  ')}
> NOT DETERMINISTIC LANGUAGE js
OPTIONS (
  library = ['gs://BUCKET/${fileName}.js'],
  description = ${quoted(about.join('\n'))}
) AS r"""${body}""";

${testQuery(parts, writing, (given) => ({ source: `(SELECT DATASET.${name}(${given}) AS r)`, row: 'r' }))}`
    return {
      files: [
        { path: `${fileName}.sql`, content: text },
        { path: `${fileName}.js`, content: library },
      ],
      measured: { what: 'The library of the function', bytes: Buffer.byteLength(library), most: mostBytes },
      tried: { script: library, expression: `(values) => (function (${args.join(', ')}) {${body}})(...values)` },
    }
  },
}

function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `'${escaped}'`
}
