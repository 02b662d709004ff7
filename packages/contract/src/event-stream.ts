/** One server-sent event, its data still unparsed. */
export interface ReceivedEvent {
  id: string | undefined
  event: string | undefined
  data: string
}

/** Reads server-sent events from a response body; skips comments (heartbeats). */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event !== undefined) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parseEvent(block: string): ReceivedEvent | undefined {
  const event: ReceivedEvent = { id: undefined, event: undefined, data: '' }
  const lines: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (name === 'data') lines.push(value ?? '')
    if (name === 'id') event.id = value
    if (name === 'event') event.event = value
  }
  if (lines.length === 0) return undefined
  return { ...event, data: lines.join('\n') }
}
