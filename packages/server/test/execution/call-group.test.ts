import { describe, expect, it } from 'vitest'
import { CallGroup } from '../../src/features/call-log/call-group.ts'
import type { CallHead } from '../../src/features/call-log/call-head.ts'
import { SpareBuffers } from '../../src/features/call-log/spare-buffers.ts'
import { callHead } from '../support/call-head.ts'

const day = Date.UTC(2026, 2, 1)

function head(changes: Partial<CallHead> = {}): CallHead {
  return callHead({
    at: new Date(day + 1),
    callerKind: 'user',
    callerId: '019b76da-a800-7000-8000-000000000005',
    callerName: 'Ada "the first" \\ 保険',
    purpose: 'Quote\n1',
    correlationId: 'id "1"',
    micros: 12,
    ...changes,
  })
}

/** The values of a list in PostgreSQL's binary format. */
function valuesIn(list: Buffer | undefined): Buffer[] {
  if (list === undefined) throw new Error('There is no such list')
  const values: Buffer[] = []
  let at = 20
  while (at < list.length) {
    const to = at + 4 + list.readInt32BE(at)
    values.push(list.subarray(at + 4, to))
    at = to
  }
  expect(list.readInt32BE(12)).toBe(values.length)
  return values
}

const textsIn = (list: Buffer | undefined) => valuesIn(list).map(String)

function textsOf(group: CallGroup): { requests: string[]; responses: string[] } {
  const [, , , , , requests, responses] = group.rows.columns
  return { requests: textsIn(requests), responses: textsIn(responses) }
}

function headsOf(group: CallGroup): CallHead[] {
  return Array.from({ length: group.size }, (_, index) => group.headOf(index))
}

describe('calls that are written together', () => {
  it('stand as the database takes them, their texts exactly as they travelled', () => {
    const group = new CallGroup()
    const request = '{ "Sum": 1.10, "Cover": "\\u0000 保険 😀" }'
    const response = '{"Premium":1e2}'
    const batch = { callerId: null, subservice: 'part', records: 2, recordCallIds: ['a', 'b'], failed: 1 }
    const heads = [
      head(),
      head({ ...batch, micros: 2 ** 40 + 1 }),
      head({ at: new Date(Date.UTC(1999, 11, 31)), correlationId: '' }),
    ]
    group.add(heads[0] as CallHead, request, response, undefined)
    group.add(heads[1] as CallHead, '{}', '[1]', undefined)
    group.add(heads[2] as CallHead, '{}', '[2]', undefined)
    const kinds = JSON.parse(group.rows.kinds) as Record<string, unknown>[]
    expect(kinds).toMatchObject([
      { caller_name: head().callerName, purpose: 'Quote\n1', record_call_ids: null, has_errors: false },
      { caller_id: null, subservice: 'part', records: 2, record_call_ids: ['a', 'b'], has_errors: true },
    ])
    const [ids, times, correlationIds, micros, numbers] = group.rows.columns
    expect(textsIn(ids)).toEqual(heads.map(({ id }) => id))
    const since2000 = (at: Date) => BigInt(at.getTime() - Date.UTC(2000, 0, 1)) * 1000n
    expect(valuesIn(times).map((value) => value.readBigInt64BE())).toEqual(heads.map(({ at }) => since2000(at)))
    expect(textsIn(correlationIds)).toEqual(['id "1"', 'id "1"', ''])
    expect(valuesIn(micros).map((value) => value.readBigInt64BE())).toEqual([12n, 2n ** 40n + 1n, 12n])
    expect(valuesIn(numbers).map((value) => value.readInt32BE())).toEqual([1, 2, 1])
    expect(textsOf(group)).toEqual({ requests: [request, '{}', '{}'], responses: [response, '[1]', '[2]'] })
    expect(headsOf(group)).toEqual(heads)
  })

  it('can be taken out one by one, with those who wait for them', () => {
    const group = new CallGroup()
    const waits = { resolve: () => undefined, reject: () => undefined }
    group.add(head(), '[1]', '[2]', undefined)
    group.add(head({ purpose: 'Test', records: 3 }), '{"a":"保"}', '[4]', waits)
    const second = group.single(1)
    expect(headsOf(second)).toEqual([head({ purpose: 'Test', records: 3 })])
    expect(textsOf(second)).toEqual({ requests: ['{"a":"保"}'], responses: ['[4]'] })
    expect([...second.counts]).toMatchObject([{ purpose: 'Test', calls: 1, records: 3 }])
    expect([...second.durable]).toEqual([waits])
    expect(group.single(0).isAwaited).toBe(false)
  })

  it('are of as many kinds as there are, however they are mixed', () => {
    const group = new CallGroup()
    const heads = Array.from({ length: 60 }, (_, index) => head({ callerName: `caller ${(index * index) % 23}` }))
    for (const each of heads) group.add(each, '{}', '{}', undefined)
    expect(headsOf(group)).toEqual(heads)
  })

  it('can be of any length, and added to after they were looked at', () => {
    const group = new CallGroup()
    const texts = [20_000, 3, 100_000, 0].map((length) => JSON.stringify('保'.repeat(length)))
    for (const [index, text] of texts.entries()) {
      group.add(head(), text, text, undefined)
      expect(textsIn(group.rows.columns[0])).toHaveLength(index + 1)
    }
    expect(textsOf(group)).toEqual({ requests: texts, responses: texts })
  })

  it('use the memory of those before them again, and what stood there does not show', () => {
    const spare = new SpareBuffers()
    const long = JSON.stringify('x'.repeat(50_000))
    const memoryOf = (group: CallGroup) => group.rows.columns.map(({ buffer }) => buffer)
    const first = new CallGroup(spare)
    first.add(head(), long, long, undefined)
    const [, , , , , requests, responses] = memoryOf(first)
    first.release()
    const second = new CallGroup(spare)
    second.add(head(), long, '[1]', undefined)
    expect([requests, responses]).toContain(memoryOf(second)[5])
    const third = new CallGroup(spare)
    third.add(head(), '[3]', '[3]', undefined)
    for (const buffer of memoryOf(third)) expect(memoryOf(second)).not.toContain(buffer)
    expect(headsOf(second)).toEqual([head()])
    expect(textsOf(second)).toEqual({ requests: [long], responses: ['[1]'] })
  })

  it('are counted by engine, day and purpose', () => {
    const group = new CallGroup()
    const other = '019b76da-a800-7000-8000-000000000009'
    const calls = [
      head({ records: 3, failed: 1 }),
      head({ micros: 8 }),
      head({ engineId: other }),
      head({ at: new Date(day - 1) }),
      head({ purpose: 'Test' }),
      head(),
    ]
    for (const call of calls) group.add(call, '{}', '{}', undefined)
    const dayNumber = day / 86_400_000
    expect([...group.counts]).toMatchObject([
      { day: dayNumber, purpose: 'Quote\n1', calls: 3, records: 5, failed: 1, micros: 32 },
      { engineId: other, calls: 1 },
      { day: dayNumber - 1, calls: 1 },
      { purpose: 'Test', calls: 1 },
    ])
  })
})
