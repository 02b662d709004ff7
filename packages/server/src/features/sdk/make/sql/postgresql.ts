import type { SqlDialect } from './sql-dialect.ts'
import { ownColumns } from './sql-row.ts'
import { headLines, type SqlWriting, testQuery } from './sql-text.ts'

const writing: SqlWriting = {
  types: { number: 'double precision', text: 'text', boolean: 'boolean', json: 'jsonb' },
  quote: quoted,
  json: (text) => `${quoted(text)}::jsonb`,
  sameJson: (left, right) => `${left} = ${right}`,
  upperCase: false,
}

/** The largest value in PostgreSQL. */
const mostBytes = 1024 * 1024 * 1024

/** A plv8 function: returns a row with a typed column for each output. */
export const postgresql: SqlDialect = {
  upperCase: false,
  jsonAsText: false,
  mostArguments: 100,
  make(parts) {
    const { name, fileName, about, inputs, outputs, code, key } = parts
    const { types } = writing
    const typed = inputs.map(({ column, kind }) => `${column} ${types[kind]}`)
    const columns = [...outputs, ...ownColumns(writing)].map(({ column, kind }) => `${column} ${types[kind]}`)
    const args = [...inputs.map(({ column }) => column), 'as_of', 'seed']
    const values = inputs.map(({ column }) => column).join(', ')
    // Cached for the session by its hash: a function starts anew with each row.
    const body = `
const kept = globalThis.sheetwright ??= Object.create(null);
const compute = kept["${key}"] ??= (() => {
${code}
return open();
})();
return [compute([${values}], as_of, seed)];
`
    const tag = freeTag(body)
    const signature = [...inputs.map(({ kind }) => types[kind]), types.text, types.number].join(', ')
    const text = `${headLines(parts, writing, [`Needs the extension plv8. Use: SELECT p.*, r.* FROM policies p CROSS JOIN LATERAL ${name}(…) r`])}
CREATE OR REPLACE FUNCTION ${name}(
  ${[...typed, `as_of ${types.text} DEFAULT NULL`, `seed ${types.number} DEFAULT NULL`].join(',\n  ')}
) RETURNS TABLE (
  ${columns.join(',\n  ')}
) LANGUAGE plv8 VOLATILE PARALLEL SAFE ROWS 1 AS ${tag}${body}${tag};

COMMENT ON FUNCTION ${name}(${signature}) IS ${quoted(about.join('\n'))};

${testQuery(parts, writing, (given) => ({ source: `${name}(${given}) AS r`, row: 'r' }))}`
    return {
      files: [{ path: `${fileName}.sql`, content: text }],
      measured: { what: 'The function', bytes: Buffer.byteLength(text), most: mostBytes },
      tried: { script: '', expression: `(values) => (function (${args.join(', ')}) {${body}})(...values)[0]` },
    }
  },
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A dollar quote tag that does not occur in the body. */
function freeTag(body: string): string {
  for (let i = 0; ; i++) {
    const tag = `$sheetwright${i === 0 ? '' : i}$`
    if (!body.includes(tag)) return tag
  }
}
