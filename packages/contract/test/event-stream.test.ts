import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readEvents } from '../src/event-stream.ts'

const sent = ': hello\n\nid: 1\nevent: tick\ndata: {"text":"日本"}\n\n:\n\ndata: a\ndata: b\r\n\r\nevent: no data\n\n'

async function received(chunks: Uint8Array<ArrayBuffer>[]) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return Array.fromAsync(readEvents(body))
}

it('reads events wherever the network cuts them', async () => {
  const bytes = new TextEncoder().encode(sent)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
      const chunks = ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end))
      expect(await received(chunks)).toEqual([
        { id: '1', event: 'tick', data: '{"text":"日本"}' },
        { id: undefined, event: undefined, data: 'a\nb' },
      ])
    }),
    { seed: 20261115, numRuns: 200 },
  )
})
