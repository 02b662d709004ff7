import { type ClientBase, type Connection, Query, type QueryResult } from 'pg'

/** A statement prepared once per connection. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

/**
 * Runs a statement whose last parameters are large, given as bytes in the binary format of their types, and sends them
 * without a copy; returns the number of changed rows. The driver would copy them twice into its own buffers, and so
 * much memory outside the heap triggers full garbage collections. The bytes must not change before the promise settles.
 */
export function queryWithBytes(
  client: Pick<ClientBase, 'query'>,
  statement: NamedStatement,
  values: readonly string[],
  bytes: readonly Uint8Array[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    // The driver prepares a statement only when it has values.
    const config = { ...statement, values: [...values] }
    client.query(
      new BytesQuery(config, bytes, (error, result) => (error ? reject(error) : resolve(result.rowCount ?? 0))),
    )
  })
}

class BytesQuery extends Query<never, string[]> {
  private readonly config: NamedStatement & { readonly values: string[] }
  private readonly bytes: readonly Uint8Array[]

  constructor(
    config: NamedStatement & { readonly values: string[] },
    bytes: readonly Uint8Array[],
    done: (error: Error | null | undefined, result: QueryResult<never>) => void,
  ) {
    super(config, done)
    this.config = config
    this.bytes = bytes
  }

  /** Like any query, except for how the values are sent. */
  override submit = (connection: Connection): void => {
    const bind = (): void => {
      const { name, values } = this.config
      // As the driver does: the connection reports the query's result to it.
      if (!connection.stream.writable) return
      connection.stream.write(bindHead(name, values, this.bytes))
      for (const bytes of this.bytes) {
        connection.stream.write(int32(bytes.length))
        connection.stream.write(bytes)
      }
      connection.stream.write(bindTail)
    }
    return Query.prototype.submit.call(this, Object.create(connection, { bind: { value: bind } }) as Connection)
  }
}

/** One format for all results: text. */
const bindTail = Buffer.from([0, 1, 0, 0])
const textFormat = 0
const binaryFormat = 1

/** The Bind message up to the large values: unnamed portal, statement, formats of all values, the other values. */
function bindHead(name: string, values: readonly string[], large: readonly Uint8Array[]): Buffer {
  const formats = [...values.map(() => textFormat), ...large.map(() => binaryFormat)]
  const head = Buffer.concat([
    Buffer.from(`\0${name}\0`),
    int16(formats.length),
    ...formats.map(int16),
    int16(formats.length),
    ...values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]),
  ])
  const follows = large.reduce((sum, { length }) => sum + 4 + length, 0) + bindTail.length
  return Buffer.concat([Buffer.from('B'), int32(4 + head.length + follows), head])
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
