import { describe, expect, it } from 'vitest'
import { CallGroup } from '../../src/features/call-log/call-group.ts'
import type { CallHead } from '../../src/features/call-log/call.store.ts'
import { SpareBuffers } from '../../src/features/call-log/spare-buffers.ts'

const day = Date.UTC(2026, 2, 1)

function head(changes: Partial<CallHead> = {}): CallHead {
  return {
    id: '019b76da-a800-7000-8000-000000000001',
    productId: '019b76da-a800-7000-8000-000000000002',
    engineId: '019b76da-a800-7000-8000-000000000003',
    versionId: '019b76da-a800-7000-8000-000000000004',
    at: new Date(day + 1),
    callerKind: 'user',
    callerId: '019b76da-a800-7000-8000-000000000005',
    callerName: 'Ada "the first" \\ 保険',
    purpose: 'Quote\n1',
    sourceSystem: '',
    correlationId: 'id "1"',
    subservice: null,
    engineType: 'Type1',
    micros: 12,
    records: 1,
    recordCallIds: null,
    failed: 0,
    ...changes,
  }
}

/** The texts of a list in the binary form of PostgreSQL. */
function textsIn(list: Buffer): string[] {
  const texts: string[] = []
  let at = 20
  while (at < list.length) {
    const to = at + 4 + list.readInt32BE(at)
    texts.push(list.toString('utf8', at + 4, to))
    at = to
  }
  expect(list.readInt32BE(12)).toBe(texts.length)
  return texts
}

describe('calls that are written together', () => {
  it('stand as JSON, their texts exactly as they travelled', () => {
    const group = new CallGroup()
    const request = '{ "Sum": 1.10, "Cover": "\\u0000 保険 😀" }'
    const response = '{"Premium":1e2}'
    const other = head({ callerId: null, subservice: 'part', recordCallIds: ['a', 'b'], failed: 1 })
    group.add(head(), request, response, undefined)
    group.add(other, '{}', '[1]', undefined)
    const rows = JSON.parse(group.rows.heads.toString()) as Record<string, unknown>[]
    expect(rows).toMatchObject([
      { caller_name: head().callerName, purpose: 'Quote\n1', correlation_id: 'id "1"', at: '2026-03-01T00:00:00.001Z' },
      { caller_id: null, subservice: 'part', record_call_ids: ['a', 'b'], failed: 1 },
    ])
    expect(textsIn(group.rows.requests)).toEqual([request, '{}'])
    expect(textsIn(group.rows.responses)).toEqual([response, '[1]'])
    const [first] = group.calls
    expect(first && group.requestOf(first)).toBe(request)
    expect(first && group.responseOf(first)).toBe(response)
    expect(group.calls.map((call) => group.headOf(call))).toEqual([head(), other])
  })

  it('can be of any length, and added to after they were looked at', () => {
    const group = new CallGroup()
    const texts = [20_000, 3, 100_000, 0].map((length) => JSON.stringify('保'.repeat(length)))
    for (const text of texts) {
      group.add(head(), text, text, undefined)
      expect(JSON.parse(group.rows.heads.toString())).toHaveLength(group.calls.length)
    }
    expect(group.calls.map((call) => group.responseOf(call))).toEqual(texts)
    expect(textsIn(group.rows.requests)).toEqual(texts)
    expect(textsIn(group.rows.responses)).toEqual(texts)
  })

  it('use the memory of those before them again, and what stood there does not show', () => {
    const spare = new SpareBuffers()
    const long = JSON.stringify('x'.repeat(50_000))
    const first = new CallGroup(spare)
    first.add(head(), long, long, undefined)
    const memory = Object.values(first.rows).map(({ buffer }) => buffer)
    first.release()
    const second = new CallGroup(spare)
    second.add(head(), '{}', '[1]', undefined)
    expect(new Set(Object.values(second.rows).map(({ buffer }) => buffer))).toEqual(new Set(memory))
    const third = new CallGroup(spare)
    third.add(head(), '[3]', '[3]', undefined)
    for (const { buffer } of Object.values(third.rows)) expect(memory).not.toContain(buffer)
    expect(second.calls.map((call) => second.headOf(call))).toEqual([head()])
    expect(textsIn(second.rows.requests)).toEqual(['{}'])
    expect(textsIn(second.rows.responses)).toEqual(['[1]'])
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
