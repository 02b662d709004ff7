import { gzipSync } from 'node:zlib'
import type { SqlDialect } from './sql-dialect.ts'
import { ownColumns } from './sql-row.ts'
import { headLines, type SqlWriting, testQuery } from './sql-text.ts'

const writing: SqlWriting = {
  types: { number: 'FLOAT', text: 'VARCHAR', boolean: 'BOOLEAN', json: 'VARIANT' },
  quote: quoted,
  json: (text) => `PARSE_JSON(${quoted(text)})`,
  sameJson: (left, right) => `${left} = ${right}`,
  upperCase: true,
}

/**
 * The most that Snowflake's documentation recommends for the source of a JavaScript function; the limit applies to the
 * compressed form.
 */
const mostBytes = 100 * 1024

/**
 * A JavaScript table function: returns a row with a typed column for each output. The engine is opened once for many
 * rows.
 */
export const snowflake: SqlDialect = {
  upperCase: true,
  jsonAsText: false,
  mostArguments: 500,
  make(parts) {
    const { name, fileName, about, inputs, outputs, code } = parts
    const { types } = writing
    const typed = inputs.map(({ column, kind }) => `${column} ${types[kind]}`)
    const columns = [...outputs, ...ownColumns(writing)].map(({ column, kind }) => `${column} ${types[kind]}`)
    const body = `
{
  initialize: function (argumentInfo, context) {
    this.compute = (() => {
${code}
return open();
})();
  },
  processRow: function (row, rowWriter, context) {
    rowWriter.writeRow(this.compute([${inputs.map(({ column }) => `row.${column}`).join(', ')}], row.AS_OF, row.SEED));
  }
}
`
    const quotedBody = body.includes('$$') ? quoted(body) : `$$${body}$$`
    const size = Buffer.byteLength(body)
    const notes = [
      `Use: SELECT p.*, r.* FROM policies p, TABLE(${name}(…)) r`,
      `The JavaScript has ${Math.ceil(size / 1024)} KB, compressed ${Math.ceil(gzipSync(body).length / 1024)} KB.`,
      ...(size > mostBytes ? ['Snowflake recommends 100 KB and limits the compressed size, which this keeps to.'] : []),
    ]
    const text = `${headLines(parts, writing, notes)}
CREATE OR REPLACE FUNCTION ${name}(
  ${[...typed, `AS_OF ${types.text}`, `SEED ${types.number}`].join(',\n  ')}
) RETURNS TABLE (
  ${columns.join(',\n  ')}
) LANGUAGE JAVASCRIPT
COMMENT = ${quoted(about.join('\n'))}
AS ${quotedBody};

${testQuery(parts, writing, (given) => ({ source: `TABLE(${name}(${given})) r`, row: 'r' }))}`
    const keys = JSON.stringify([...inputs.map(({ column }) => column), 'AS_OF', 'SEED'])
    return {
      files: [{ path: `${fileName}.sql`, content: text }],
      measured: {
        what: 'The JavaScript of the function, compressed,',
        bytes: gzipSync(body).length,
        most: mostBytes,
      },
      tried: {
        script: '',
        expression: `(() => {
const handler = (${body});
handler.initialize({}, {});
const keys = ${keys};
return (values) => {
  let written;
  handler.processRow(Object.fromEntries(keys.map((key, i) => [key, values[i]])), { writeRow: (row) => { written = row; } }, {});
  return written;
};
})()`,
      },
    }
  },
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
