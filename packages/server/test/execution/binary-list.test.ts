import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BinaryList } from '../../src/features/call-log/binary-list.ts'
import { SpareBuffers } from '../../src/features/call-log/spare-buffers.ts'
import { type NamedStatement, queryWithBytes } from '../../src/platform/db/large-parameter.ts'
import { databaseServers, useTestDatabase } from '../support/test-database.ts'

/** The call log is written in PostgreSQL's binary format: the database must read back exactly what was written. */
interface Row {
  readonly text: string
  readonly number: number
  readonly large: number
  readonly at: Date
}

const insert: NamedStatement = {
  name: 'insert-rows',
  text: `INSERT INTO written SELECT $1::text, item.* FROM unnest($2::text[], $3::integer[], $4::bigint[], $5::timestamptz[])
    WITH ORDINALITY AS item (text, number, large, at, place)`,
}

describe.each(databaseServers())('lists of values on $name', (server) => {
  const database = useTestDatabase(server)
  const spare = new SpareBuffers()
  let client: Client

  beforeAll(async () => {
    client = new Client({ ...database.owner })
    await client.connect()
    await client.query(
      'CREATE TEMPORARY TABLE written (run text, text text, number integer, large bigint, at timestamptz, place bigint)',
    )
  })

  afterAll(() => client.end())

  it('arrive as they were put in, whatever they hold', async () => {
    const row = fc.record<Row>({
      // PostgreSQL cannot store character 0; the log removes it before.
      text: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
      number: fc.integer(),
      large: fc.maxSafeInteger(),
      at: fc.date({ min: new Date('1900-01-01'), max: new Date('2250-01-01'), noInvalidDate: true }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        await write('varied', rows)
        expect(await readBack('varied')).toEqual(rows)
      }),
      { seed: 7, numRuns: 60 },
    )
  })

  it('may be much longer than what the memory held at first', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      text: `料率 ${index} `.repeat(index % 60),
      number: index - 3000,
      large: index * 2 ** 33,
      at: new Date(Date.UTC(2026, 0, 1) + index),
    }))
    await write('long', rows)
    expect(await readBack('long')).toEqual(rows)
  })

  it('are read one by one before they are sent', () => {
    const list = new BinaryList(spare, 'text')
    for (const text of ['', 'a"b\\{}', '保険']) list.addText(text)
    expect([0, 1, 2].map((index) => list.textAt(index))).toEqual(['', 'a"b\\{}', '保険'])
    const times = new BinaryList(spare, 'timestamptz')
    times.addTime(new Date('1969-07-20T20:17:40.123Z'))
    expect(times.timeAt(0).toISOString()).toBe('1969-07-20T20:17:40.123Z')
  })

  it('leave the connection usable when the database refuses them', async () => {
    const broken = new BinaryList(spare, 'integer')
    broken.addText('no number')
    const others = (['text', 'bigint', 'timestamptz'] as const).map((type) => new BinaryList(spare, type).bytes())
    const [texts, larges, times] = others as [Buffer, Buffer, Buffer]
    await expect(queryWithBytes(client, insert, ['broken'], [texts, broken.bytes(), larges, times])).rejects.toThrow(
      'improper binary format',
    )
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  async function write(run: string, rows: readonly Row[]): Promise<void> {
    await client.query('DELETE FROM written')
    const texts = new BinaryList(spare, 'text')
    const numbers = new BinaryList(spare, 'integer')
    const larges = new BinaryList(spare, 'bigint')
    const times = new BinaryList(spare, 'timestamptz')
    for (const { text, number, large, at } of rows) {
      texts.addText(text)
      numbers.addInteger(number)
      larges.addBigint(large)
      times.addTime(at)
    }
    const lists = [texts, numbers, larges, times]
    expect(
      await queryWithBytes(
        client,
        insert,
        [run],
        lists.map((list) => list.bytes()),
      ),
    ).toBe(rows.length)
    for (const list of lists) list.release()
  }

  async function readBack(run: string): Promise<Row[]> {
    const { rows } = await client.query<{ text: string; number: number; large: string; at: Date }>(
      'SELECT text, number, large, at FROM written WHERE run = $1 ORDER BY place',
      [run],
    )
    return rows.map(({ text, number, large, at }) => ({ text, number, large: Number(large), at }))
  }
})
