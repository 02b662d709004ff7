import { type ClientBase, type Connection, Query } from 'pg'

/** A statement that each connection prepares once. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

/**
 * Runs a statement whose last parameter is large, and sends that from where it lies. The driver alone would copy it twice
 * into memory of its own, and so much of that outside the heap makes the collector go through the whole heap for it.
 * The bytes must not change before the promise is done.
 */
export function queryWithBytes(
  client: Pick<ClientBase, 'query'>,
  statement: NamedStatement,
  values: readonly string[],
  bytes: Uint8Array,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // The driver prepares a statement only when it has values.
    const config = { ...statement, values: [...values] }
    client.query(new BytesQuery(config, bytes, (error) => (error ? reject(error) : resolve())))
  })
}

class BytesQuery extends Query<never, string[]> {
  readonly #config: NamedStatement & { readonly values: string[] }
  readonly #bytes: Uint8Array

  constructor(
    config: NamedStatement & { readonly values: string[] },
    bytes: Uint8Array,
    done: (error: Error | null | undefined) => void,
  ) {
    super(config, done)
    this.#config = config
    this.#bytes = bytes
  }

  /** As for any query, except for how the values are sent. */
  override submit = (connection: Connection): void => {
    const bind = (): void => {
      const { name, values } = this.#config
      connection.stream.write(bindHead(name, values, this.#bytes.length))
      connection.stream.write(this.#bytes)
      connection.stream.write(bindTail)
    }
    return Query.prototype.submit.call(this, Object.create(connection, { bind: { value: bind } }) as Connection)
  }
}

/** One format for all results: text. */
const bindTail = Buffer.from([0, 1, 0, 0])
const textFormat = 0
const binaryFormat = 1

/** The message Bind up to its last value: unnamed portal, statement, formats of the values, the values. */
function bindHead(name: string, values: readonly string[], lastLength: number): Buffer {
  const formats = [...values.map(() => textFormat), binaryFormat]
  const parts = [
    Buffer.from(`\0${name}\0`),
    int16(formats.length),
    ...formats.map(int16),
    int16(formats.length),
    ...values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]),
    int32(lastLength),
  ]
  const length = parts.reduce((sum, part) => sum + part.length, 0) + lastLength + bindTail.length
  return Buffer.concat([Buffer.from('B'), int32(length + 4), ...parts])
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
