import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutLongList } from '../../src/platform/http/long-list.ts'

/** The result of parsing the parts and the rest; undefined if the text must be parsed as a whole. */
function readInParts(text: string): unknown {
  const cut = cutLongList(text, 'inputs')
  if (cut === undefined) return undefined
  const rest = JSON.parse(cut.rest) as Record<string, unknown>
  if (rest['inputs'] !== cut.mark) return undefined
  try {
    const lists = cut.list.parts.map((part) => JSON.parse(`[${part}]`) as unknown[])
    return { ...rest, inputs: lists.flat(1) }
  } catch {
    return undefined
  }
}

const filler = Array.from({ length: 12_000 }, (_, i) => ({ Sum: i, Cover: 'Full', Members: [{ Age: 1 }, { Age: i }] }))

describe('a long list', () => {
  it('is cut between its elements, which may hold lists of objects themselves', () => {
    const body = { service: 'Folder/Motor[1.2.3]', inputs: filler, output: ['A', 'B'] }
    for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2)]) {
      expect(cutLongList(text, 'inputs')?.list.parts.length).toBeGreaterThan(3)
      expect(readInParts(text)).toEqual(body)
    }
    const rows = {
      inputs: [['A', 'B'], ...filler.map(({ Sum }) => [Sum, 'a value that is written in words'])],
      service: 'S',
    }
    expect(cutLongList(JSON.stringify(rows), 'inputs')?.list.parts.length).toBeGreaterThan(1)
  })

  it('never reads as anything else than the whole text does', () => {
    const hostile = fc.constantFrom('},{"Sum":1', ']', '"', '\\', ']}', '],[', '{"inputs":[', 'inputs', '\u2028')
    const text = fc.oneof(hostile, fc.string())
    const value = fc.oneof(text, fc.integer(), fc.array(fc.oneof(text, fc.record({ Sum: text })), { maxLength: 3 }))
    const element = fc.oneof(fc.dictionary(text, value, { maxKeys: 3 }), fc.array(value, { maxLength: 3 }))
    const around = fc.dictionary(text, fc.oneof(value, fc.record({ inputs: fc.array(element) })), { maxKeys: 3 })
    const bodies = fc.tuple(around, fc.array(element, { minLength: 1, maxLength: 8 }), around, fc.nat(2))
    let cut = 0
    fc.assert(
      fc.property(bodies, ([before, elements, after, indent]) => {
        // Long enough to be cut, with the cuts anywhere among the elements.
        const inputs = Array.from({ length: 900 }, (_, i) => [{ Sum: 'x'.repeat(300) }, elements[i % elements.length]])
        const body = { ...before, inputs: inputs.flat(), ...after }
        const written = JSON.stringify(body, null, indent)
        const whole: unknown = JSON.parse(written)
        const read = readInParts(written)
        if (read !== undefined) cut++
        expect(read ?? whole).toEqual(whole)
      }),
      { seed: 7, numRuns: 60 },
    )
    expect(cut).toBeGreaterThan(0)
  })

  it('is not taken for a list where something of it is missing or too much', () => {
    const whole = JSON.stringify({ service: 'S', inputs: filler })
    const broken = [
      whole.replace('},{"Sum":700,', '} {"Sum":700,'),
      whole.replace('{"Sum":700,', ',{"Sum":700,'),
      whole.replace(/\]\}$/, ',]}'),
      whole.replace(/\]\}$/, '}}'),
      whole.slice(0, -1),
      `${whole}]`,
    ]
    for (const text of broken) expect(readInParts(text)).toBeUndefined()
  })
})
